"""Rulebooks are read clause by clause, in both languages."""

from taku.page.rulebook import Clause, clauses_of

BOOK = """# A game
Some words, and **X-9.9** in bold that is no clause.

## 1. Before
- **X-1.1** One line
  and another.
- **X-1.2** With parts:
  - the first
    of them
  - **X-1.2.1** A clause of its own.

### X-2 Then
* **X-2.1** 日本語の
  文です。 Not
  Japanese.
This is no part of it.
  Nor this.
"""


def test_clauses_have_number_text_and_heading() -> None:
    assert clauses_of(BOOK) == [
        Clause("X-1.1", "One line and another.", "Before"),
        Clause("X-1.2", "With parts:\n- the first of them", "Before"),
        Clause("X-1.2.1", "A clause of its own.", "Before"),
        Clause("X-2.1", "日本語の文です。 Not Japanese.", "Then"),
    ]


def test_a_number_that_stands_twice_is_there_twice() -> None:
    assert [c.number for c in clauses_of("- **X-1** a\n- **X-1** b\n")] == ["X-1", "X-1"]
