"""The reference is read off the code: it cannot forget a column, an option or a setting."""

import pytest

import drawkit
from drawkit import checks, frames, reference
from drawkit.comparison import CHANGES
from drawkit.contract import Options
from drawkit.inspection import INSPECTION
from drawkit.reference._topics import all_topics, attribute_docs


def test_every_table_column_option_and_setting_has_its_line():
    for name in (*frames.TABLES, "limits"):
        told = drawkit.help(name).parts[0]
        assert [row[0] for row in told.rows] == list(frames.columns(name)["column"])
    options = drawkit.help("options").parts[0].rows
    assert [row[0] for row in options] == list(Options.model_fields)
    from drawkit.service import Settings

    assert [row[0] for row in drawkit.help("settings").parts[0].rows] == list(Settings.model_fields)


def test_what_a_reading_is_for_has_its_lines():
    for name, told in (("findings", checks.FINDINGS), ("characteristics", INSPECTION), ("changes", CHANGES)):
        assert [row[0] for row in drawkit.help(name).parts[0].rows] == [column.name for column in told]
    rules = {row[0]: row for row in drawkit.help("rules").parts[0].rows}
    assert list(rules) == list(checks.RULES)
    assert "ISO 5459" in rules["datum_not_defined"][2]
    assert "QIF" in str(drawkit.help("files"))


@pytest.mark.parametrize("topic", list(all_topics()), ids=lambda topic: topic.name)
def test_a_topic_is_whole_and_shows_itself(topic):
    assert topic.about.endswith(".")
    assert topic.rows
    assert all(len(row) == len(topic.header) for row in topic.rows)
    assert all(all(row[:2]) or topic.name == "profiles" for row in topic.rows), "each line says something"
    told = drawkit.help(topic.name)
    text, page, markdown = str(told), told._repr_html_(), told.markdown
    assert repr(told) == text
    assert told._repr_mimebundle_() == {"text/plain": text, "text/html": page}
    assert "<style" not in page
    assert page.count("<tr>") == len(topic.rows) + 1
    assert markdown.startswith(f"## {topic.title}\n")
    assert len([line for line in markdown.splitlines() if line.startswith("| ")]) == len(topic.rows) + 1


def test_the_topics_and_the_whole():
    assert [row[0] for row in drawkit.help().parts[0].rows] == reference.topics()
    assert [part.name for part in drawkit.help("all").parts] == reference.topics()


def test_an_unknown_topic_names_what_is_near():
    with pytest.raises(KeyError, match=r"no topic 'dimension'\. Did you mean dimensions"):
        drawkit.help("dimension")
    with pytest.raises(KeyError, match=r"no topic 'zzz'\. Topics: "):
        drawkit.help("zzz")


def test_texts_below_attributes():
    class Told:
        """Not of an attribute."""

        first: int = 1
        """The first,
        on two lines."""
        second: int = 2

    assert attribute_docs(Told) == {"first": "The first, on two lines."}
    assert set(attribute_docs(Options)) == set(Options.model_fields)


def test_recipes_name_what_there_is():
    for _, line in drawkit.help("recipes").parts[0].rows:
        for name in ("connect", "to_excel", "concat", "share", "Experiment", "Result"):
            assert f"drawkit.{name}" not in line or hasattr(drawkit, name)


def test_a_long_text_goes_on_below_itself():
    lines = str(drawkit.help("security")).splitlines()[3:]
    begun = [at for at, line in enumerate(lines) if not line.startswith(" ")]
    assert len(begun) == len(drawkit.help("security").parts[0].rows) + 1
    assert len(lines) > len(begun)
    assert max(map(len, lines)) <= 120
    assert len({len(line) - len(line.lstrip()) for line in lines if line.startswith(" ")}) == 1
