"""The tables of the ledger file: plain SQLite, readable with any tool, version in `PRAGMA user_version`."""

from __future__ import annotations

from typing import Final

VERSION: Final = 1

TABLES: Final = """
CREATE TABLE jobs (
    job INTEGER PRIMARY KEY,
    sha256 TEXT NOT NULL,
    profile TEXT NOT NULL,
    options TEXT NOT NULL,
    engine TEXT NOT NULL,
    state TEXT NOT NULL CHECK (state IN ('new', 'open', 'completed', 'failed', 'cancelled')),
    owner TEXT,
    idempotency_key TEXT NOT NULL,
    attempt INTEGER NOT NULL DEFAULT 1,
    task_id TEXT,
    file_name TEXT NOT NULL,
    pages INTEGER NOT NULL,
    created_at TEXT,
    started_at TEXT,
    finished_at TEXT,
    code TEXT,
    detail TEXT,
    published TEXT,
    found TEXT,
    UNIQUE (sha256, profile, options, engine)
);
CREATE TABLE results (job INTEGER PRIMARY KEY REFERENCES jobs ON DELETE CASCADE, body BLOB NOT NULL);
CREATE TABLE previews (
    job INTEGER NOT NULL REFERENCES jobs ON DELETE CASCADE,
    page INTEGER NOT NULL,
    png BLOB,
    PRIMARY KEY (job, page)
);
CREATE TABLE files (
    path TEXT PRIMARY KEY,
    bytes INTEGER NOT NULL,
    mtime_ns INTEGER NOT NULL,
    limits TEXT NOT NULL,
    sha256 TEXT,
    pages INTEGER,
    code TEXT,
    detail TEXT
) WITHOUT ROWID;
CREATE TABLE runs (
    owner TEXT PRIMARY KEY,
    name TEXT NOT NULL,
    host TEXT NOT NULL,
    pid INTEGER NOT NULL,
    beat_at REAL NOT NULL
) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS reviews (sha256 TEXT PRIMARY KEY, body BLOB NOT NULL) WITHOUT ROWID;
CREATE INDEX jobs_by_owner ON jobs (owner) WHERE owner IS NOT NULL;
CREATE VIEW overview AS
    SELECT file_name, profile, options, engine, state, pages, task_id, finished_at, code, detail, found FROM jobs;
"""

REVIEWS: Final = """
CREATE TABLE IF NOT EXISTS reviews (sha256 TEXT PRIMARY KEY, body BLOB NOT NULL) WITHOUT ROWID
"""
"""One review a drawing, by the hash of its file, as JSON (schema `drawkit.review/1`)."""

# `code` in `files` and `jobs` is one of the contract's problem codes, `found` the number of items a list as JSON.
# `body` is the result's JSON, compressed by zlib.

CLAIM: Final = """
INSERT INTO jobs (sha256, profile, options, engine, state, owner, idempotency_key, file_name, pages)
VALUES (:sha256, :profile, :options, :engine, 'new', :owner, :idempotency_key, :file_name, :pages)
ON CONFLICT (sha256, profile, options, engine) DO UPDATE SET owner = excluded.owner
WHERE state IN ('new', 'open')
  AND (owner IS NULL OR owner = excluded.owner OR owner NOT IN (SELECT owner FROM runs))
"""
"""A job becomes its claimant's when it is new, when nobody has it, or when who had it lives no longer."""

AGAIN: Final = """
UPDATE jobs SET state = 'new', task_id = NULL, code = NULL, detail = NULL, attempt = attempt + 1,
    idempotency_key = :idempotency_key, owner = :owner
WHERE job = :job AND state = :state AND attempt = :attempt
  AND (owner IS NULL OR owner = :owner OR owner NOT IN (SELECT owner FROM runs))
"""

END: Final = """
UPDATE jobs SET state = :state, owner = NULL, created_at = :created_at, started_at = :started_at,
    finished_at = :finished_at, code = :code, detail = :detail, published = :published, found = :found
WHERE job = :job AND state IN ('new', 'open') AND task_id = :task_id
"""
"""A job ends once: whoever comes second, with the same task, changes nothing."""

HEARTBEAT: Final = """
INSERT INTO runs (owner, name, host, pid, beat_at) VALUES (?, ?, ?, ?, ?)
ON CONFLICT (owner) DO UPDATE SET beat_at = excluded.beat_at
"""
