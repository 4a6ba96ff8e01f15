"""The tables of the store. Times are RFC 3339 text in UTC; JSON is kept as text."""

from __future__ import annotations

from sqlalchemy import Boolean, Column, ForeignKey, Index, Integer, MetaData, String, Table, Text

SCHEMA_VERSION = 1
"""Raised when a table changes; tables and indexes that are only added need no new number."""

metadata = MetaData()

keys = Table(
    "keys",
    metadata,
    Column("key_id", String, primary_key=True),
    Column("name", String, nullable=False),
    Column("permissions", Text, nullable=False),
    Column("networks", Text, nullable=False),
    Column("pages_per_month", Integer),
    Column("tasks_per_month", Integer),
    Column("created_at", String, nullable=False),
    Column("revoked_at", String),
    Column("last_used_at", String),
)

secrets = Table(
    "key_secrets",
    metadata,
    Column("digest", String(64), primary_key=True),
    Column("lookup", String(16), nullable=False, index=True),
    Column("hint", String, nullable=False),
    Column("key_id", ForeignKey("keys.key_id", ondelete="CASCADE"), nullable=False, index=True),
    Column("created_at", String, nullable=False),
    Column("expires_at", String),
)

batches = Table(
    "batches",
    metadata,
    Column("batch_id", String, primary_key=True),
    Column("key_id", ForeignKey("keys.key_id"), nullable=False),
    Column("name", String),
    Column("created_at", String, nullable=False),
)

tasks = Table(
    "tasks",
    metadata,
    Column("task_id", String, primary_key=True),
    Column("key_id", ForeignKey("keys.key_id"), nullable=False),
    Column("batch_id", ForeignKey("batches.batch_id")),
    Column("status", String, nullable=False),
    Column("profile", String, nullable=False),
    Column("options", Text, nullable=False),
    Column("file_name", String, nullable=False),
    Column("media_type", String, nullable=False),
    Column("bytes", Integer, nullable=False),
    Column("sha256", String(64), nullable=False),
    Column("pages", Integer, nullable=False),
    Column("charged_pages", Integer, nullable=False),
    Column("created_at", String, nullable=False),
    Column("started_at", String),
    Column("finished_at", String),
    Column("starts", Integer, nullable=False, default=0),
    Column("progress", Text),
    Column("error", Text),
    Column("source_kept", Boolean, nullable=False, default=True),
    Index("tasks_of_key", "key_id", "task_id"),
    Index("tasks_of_key_by_status", "key_id", "status", "task_id"),
    Index("tasks_of_key_by_profile", "key_id", "profile", "task_id"),
    Index("tasks_of_key_by_batch", "key_id", "batch_id", "task_id"),
    Index("tasks_by_status", "status", "task_id"),
)

results = Table(
    "results",
    metadata,
    Column("task_id", ForeignKey("tasks.task_id", ondelete="CASCADE"), primary_key=True),
    Column("body", Text, nullable=False),
)

publications = Table(
    "publications",
    metadata,
    Column("publication_id", String, primary_key=True),
    Column("task_id", ForeignKey("tasks.task_id", ondelete="CASCADE"), nullable=False, unique=True),
    Column("previews", Integer, nullable=False),
    Column("summary", Text, nullable=False),
    Column("created_at", String, nullable=False),
)

quota_use = Table(
    "quota_use",
    metadata,
    Column("key_id", ForeignKey("keys.key_id"), primary_key=True),
    Column("month", String(7), primary_key=True),
    Column("tasks", Integer, nullable=False),
    Column("pages", Integer, nullable=False),
)

daily_use = Table(
    "daily_use",
    metadata,
    Column("key_id", ForeignKey("keys.key_id"), primary_key=True),
    Column("day", String(10), primary_key=True),
    Column("tasks", Integer, nullable=False),
    Column("pages", Integer, nullable=False),
)

answers = Table(
    "idempotent_answers",
    metadata,
    Column("key_id", ForeignKey("keys.key_id"), primary_key=True),
    Column("idempotency_key", String, primary_key=True),
    Column("fingerprint", String(64), nullable=False),
    Column("status", Integer, nullable=False),
    Column("location", String, nullable=False),
    Column("body", Text, nullable=False),
    Column("created_at", String, nullable=False, index=True),
    Index("answers_by_location", "location"),
)

events = Table(
    "events",
    metadata,
    # The outbox: written in the transaction that ends a task, so that an ended task has exactly one event.
    Column("event_id", String, primary_key=True),
    Column("key_id", ForeignKey("keys.key_id"), nullable=False),
    Column("task_id", ForeignKey("tasks.task_id", ondelete="CASCADE"), nullable=False, unique=True),
    Column("kind", String, nullable=False),
    Column("created_at", String, nullable=False, index=True),
    Column("body", Text, nullable=False),
)

subscriptions = Table(
    "subscriptions",
    metadata,
    Column("subscription_id", String, primary_key=True),
    Column("url", Text, nullable=False),
    Column("kinds", Text, nullable=False),
    Column("key_id", ForeignKey("keys.key_id")),
    Column("networks", Text, nullable=False),
    Column("created_at", String, nullable=False),
    Column("ended_at", String),
    Column("ended_by", String),
)

signing_secrets = Table(
    "signing_secrets",
    metadata,
    # Readable, unlike those of keys: a delivery is signed with the secret itself. The state folder is its owner's.
    Column("number", Integer, primary_key=True),
    Column("subscription_id", ForeignKey("subscriptions.subscription_id", ondelete="CASCADE"), nullable=False),
    Column("secret", String, nullable=False),
    Column("created_at", String, nullable=False),
    Column("expires_at", String),
    Index("secrets_of_subscription", "subscription_id"),
)

deliveries = Table(
    "deliveries",
    metadata,
    # Written in the transaction that writes the event. `next_at` is None when nothing is to be sent any more.
    Column("number", Integer, primary_key=True),
    Column("event_id", ForeignKey("events.event_id", ondelete="CASCADE"), nullable=False),
    Column("subscription_id", ForeignKey("subscriptions.subscription_id", ondelete="CASCADE"), nullable=False),
    Column("attempts", Integer, nullable=False, default=0),
    Column("next_at", String),
    Column("delivered_at", String),
    Index("deliveries_once", "event_id", "subscription_id", unique=True),
    Index("deliveries_due", "subscription_id", "next_at"),
)

attempts = Table(
    "delivery_attempts",
    metadata,
    Column("number", Integer, primary_key=True),
    Column("delivery", ForeignKey("deliveries.number", ondelete="CASCADE"), nullable=False, index=True),
    Column("attempt", Integer, nullable=False),
    Column("at", String, nullable=False),
    Column("status", Integer),
    Column("outcome", Text, nullable=False),
    Column("ms", Integer, nullable=False),
)

facts = Table(
    "store_facts",
    metadata,
    Column("name", String, primary_key=True),
    Column("value", String, nullable=False),
)
