"""Ended tasks managed from beside a service, and a store that is too new."""

from __future__ import annotations

from contextlib import closing

import pytest
import service_analyses as analyses

from drawkit.service import Archive, Keys, Settings
from drawkit.service import __main__ as entry
from drawkit.service.database import SCHEMA_VERSION, Database, StoreTooNewError
from drawkit.service.schema import facts


def test_tasks_are_withdrawn_and_deleted_from_beside_the_service(start):
    api = start(analyses.brief)
    task_id = api.submit().json()["task_id"]
    with closing(Archive(api.service.settings)) as archive:
        assert not archive.delete(task_id)
        assert not archive.withdraw(task_id)
        published = api.wait(task_id)["published"]
        assert archive.withdraw(task_id)
        assert api.client.get(published["url"]).status_code == 404
        assert api.get(f"tasks/{task_id}").json()["result"] is not None
        assert archive.delete(task_id)
        assert api.get(f"tasks/{task_id}").status_code == 404
        assert not api.service.files.source(task_id).exists()


def test_a_store_of_a_newer_version_is_left_alone(tmp_path, capsys):
    settings = Settings(state_dir=tmp_path)
    with closing(Keys(settings)) as keys:
        keys.create("mine")
    with closing(Database(settings.url)) as database, database.write() as connection:
        connection.execute(facts.update().values(value=str(SCHEMA_VERSION + 1)))
    with pytest.raises(StoreTooNewError, match="Upgrade drawkit"):
        Keys(settings)
    assert entry.main(["--state", str(tmp_path), "--log-file", str(tmp_path / "log")]) == 5
    assert "Upgrade drawkit" in capsys.readouterr().err
    with closing(Database(settings.url)) as database, database.write() as connection:
        connection.execute(facts.update().values(value=str(SCHEMA_VERSION)))
    with closing(Keys(settings)) as keys:
        assert [key.name for key in keys.list()] == ["mine"]
