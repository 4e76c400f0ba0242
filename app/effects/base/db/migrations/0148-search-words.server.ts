/**
 * The words of the index of the search, each once for a community, so that the search looks up a similar word only where
 * it begins one of them (docs/decisions/0134-list-the-words-of-each-community.md). `community_id` is empty for words of
 * texts that the search of the public site finds. Words of fewer than three characters are like too many others.
 *
 * Triggers add the words of a text when it is indexed, and store those of one that was changed or removed in `search_words_removed`; the job `search` then removes
 * those that no other text has. On Postgres words are compared by code point, as on SQLite.
 */
import { SqlClient } from "@effect/sql"
import { Effect } from "effect"

const SITE = "'community', 'proposal', 'announcement'"

const tables = (word: string, end: string, id: string) => [
  `CREATE TABLE search_words (
    community_id TEXT NOT NULL,
    word ${word} NOT NULL,
    PRIMARY KEY (community_id, word)
  )${end}`,
  `CREATE TABLE search_words_removed (
    id TEXT PRIMARY KEY DEFAULT (${id}),
    community_id TEXT NOT NULL,
    kind TEXT NOT NULL,
    words TEXT NOT NULL
  )`
]

/** Adds words of rows, in one order so that two transactions that add the same ones do not deadlock. */
const add = (rows: string, words: string) =>
  `INSERT INTO search_words (community_id, word)
    SELECT DISTINCT community_id, word FROM (
      SELECT e.community_id, w.value AS word FROM ${rows} e, ${words}
      UNION ALL SELECT '', w.value FROM ${rows} e, ${words} WHERE e.kind IN (${SITE})) each_word
    WHERE LENGTH(word) >= 3 AND word NOT LIKE '#%' ORDER BY community_id, word ON CONFLICT DO NOTHING`

const REMOVED = `INSERT INTO search_words_removed (community_id, kind, words)
  VALUES (OLD.community_id, OLD.kind, OLD.words);`

const ON_SQLITE = `json_each('["' || REPLACE(e.words, ' ', '","') || '"]') w`
const ON_POSTGRES = "UNNEST(STRING_TO_ARRAY(e.words, ' ')) w (value)"

const sqlite = [
  ...tables("TEXT", " WITHOUT ROWID", "lower(hex(randomblob(16)))"),
  add("search_entries", ON_SQLITE),
  `CREATE TRIGGER search_words_added AFTER UPDATE OF words ON search_entries WHEN NEW.words <> '' BEGIN
    ${add("(SELECT NEW.community_id AS community_id, NEW.kind AS kind, NEW.words AS words)", ON_SQLITE)}; END`,
  `CREATE TRIGGER search_words_deleted AFTER DELETE ON search_entries WHEN OLD.words <> '' BEGIN ${REMOVED} END`,
  `CREATE TRIGGER search_words_changed AFTER UPDATE OF words ON search_entries WHEN OLD.words <> '' BEGIN ${REMOVED} END`
]

const postgres = [
  ...tables('TEXT COLLATE "C"', "", "gen_random_uuid()"),
  add("search_entries", ON_POSTGRES),
  `CREATE FUNCTION search_words_add() RETURNS TRIGGER LANGUAGE plpgsql AS $$ BEGIN
    ${add("changed", ON_POSTGRES)}; RETURN NULL; END $$`,
  `CREATE TRIGGER search_words_added AFTER UPDATE ON search_entries REFERENCING NEW TABLE AS changed
    FOR EACH STATEMENT EXECUTE FUNCTION search_words_add()`,
  `CREATE FUNCTION search_words_left() RETURNS TRIGGER LANGUAGE plpgsql AS $$ BEGIN ${REMOVED} RETURN NULL; END $$`,
  `CREATE TRIGGER search_words_deleted AFTER DELETE ON search_entries FOR EACH ROW WHEN (OLD.words <> '')
    EXECUTE FUNCTION search_words_left()`,
  `CREATE TRIGGER search_words_changed AFTER UPDATE OF words ON search_entries FOR EACH ROW WHEN (OLD.words <> '')
    EXECUTE FUNCTION search_words_left()`
]

export const searchWords = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  for (const statement of sql.onDialectOrElse({ pg: () => postgres, orElse: () => sqlite }))
    yield* sql.unsafe(statement)
})
