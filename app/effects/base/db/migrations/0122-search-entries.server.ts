/**
 * The index of the search (docs/decisions/0124-index-texts-by-triggers.md): a row for each text that people write. Triggers mark the row as
 * stale in the transaction that changes its text, and the search folds the text into `words` before it reads. Rows are inserted here in
 * the order in which their texts were written, since the search reads the newest first, by `id`.
 *
 * `words`: folded words of the text, each once, with `#` and the community, and `#k` and the kind, before them. `title`: the folded title.
 * `author` is empty where readers may not learn who wrote it.
 */
import { SqlClient } from "@effect/sql"
import { Effect } from "effect"

interface Source {
  readonly kind: string
  readonly table: string
  /** Values for `ROW`, the row of the table. */
  readonly ref: string
  readonly community: string
  readonly author: string
  readonly at: string | { readonly sqlite: string; readonly pg: string }
  /** Columns whose change makes the row stale. */
  readonly columns: ReadonlyArray<string>
  readonly where?: string
}

const own = { ref: "ROW.id", community: "ROW.community_id", author: "ROW.author", at: "ROW.created_at" }

const sources: ReadonlyArray<Source> = [
  {
    ...own,
    kind: "community",
    table: "communities",
    community: "ROW.id",
    author: "''",
    columns: ["name", "tagline", "description", "tags"]
  },
  { ...own, kind: "thread", table: "threads", columns: ["title", "body"] },
  { ...own, kind: "comment", table: "comments", columns: ["body"] },
  { ...own, kind: "proposal", table: "proposals", columns: ["title", "summary", "body"] },
  {
    kind: "reason",
    table: "ballots",
    ref: "ROW.proposal_id || '-' || ROW.seq",
    community: "(SELECT p.community_id FROM proposals p WHERE p.id = ROW.proposal_id)",
    author: "ROW.account_address",
    at: {
      sqlite: "CAST(strftime('%s', ROW.cast_at) AS INTEGER) * 1000",
      pg: "CAST(EXTRACT(EPOCH FROM CAST(ROW.cast_at AS TIMESTAMPTZ)) * 1000 AS BIGINT)"
    },
    columns: ["reason"],
    where: "ROW.reason <> ''"
  },
  {
    ...own,
    kind: "announcement",
    table: "announcements",
    author: "ROW.issuer",
    at: "COALESCE(ROW.publish_at, ROW.created_at)",
    columns: ["title", "body", "publish_at"]
  },
  // As the community publishes an expense, and as its submitter and reviewers read it.
  { ...own, kind: "expense", table: "expenses", author: "''", columns: ["title"] },
  { ...own, kind: "expense-whole", table: "expenses", author: "ROW.account", columns: ["title", "words"] },
  { ...own, kind: "payout", table: "distributions", author: "ROW.account", columns: ["title", "note"] },
  { ...own, kind: "bond", table: "bond_series", columns: ["code", "name", "purpose"] },
  {
    ...own,
    kind: "member",
    table: "memberships",
    ref: "ROW.community_id || '-' || ROW.account_address",
    author: "''",
    at: "ROW.joined_at",
    columns: ["name_key"]
  },
  { ...own, kind: "request", table: "approval_requests", author: "ROW.account", columns: ["payload"] }
]

const on = (row: string, text: string) => text.replaceAll("ROW.", `${row}.`)

const insertOf = ({ at, author, community, kind, ref }: Source, row: string, dialect: "sqlite" | "pg") => {
  const when = typeof at === "string" ? at : at[dialect]
  const values = [ref, community, author, when].map((value) => on(row, value)).join(", ")
  return `INSERT INTO search_entries (kind, ref, community_id, author, written_at) VALUES ('${kind}', ${values})
    ON CONFLICT (kind, ref) DO UPDATE SET written_at = excluded.written_at, title = '', words = '', stale = 1`
}
const deleteOf = ({ kind, ref }: Source) =>
  `DELETE FROM search_entries WHERE kind = '${kind}' AND ref = ${on("OLD", ref)}`

const nameOf = ({ kind }: Source) => `search_${kind.replace("-", "_")}`

const changedIn = (columns: ReadonlyArray<string>, differs: string) =>
  `(${columns.map((column) => `OLD.${column} ${differs} NEW.${column}`).join(" OR ")})`

const onSqlite = (source: Source): ReadonlyArray<string> => {
  const { columns, table, where } = source
  const name = nameOf(source)
  const only = where === undefined ? "" : ` AND ${on("NEW", where)}`
  return [
    `CREATE TRIGGER ${name}_added AFTER INSERT ON ${table} WHEN 1 = 1${only} BEGIN ${insertOf(source, "NEW", "sqlite")}; END`,
    `CREATE TRIGGER ${name}_changed AFTER UPDATE OF ${columns.join(", ")} ON ${table}
      WHEN ${changedIn(columns, "IS NOT")}${only} BEGIN ${insertOf(source, "NEW", "sqlite")}; END`,
    `CREATE TRIGGER ${name}_deleted AFTER DELETE ON ${table} BEGIN ${deleteOf(source)}; END`
  ]
}

const onPostgres = (source: Source): ReadonlyArray<string> => {
  const { columns, table, where } = source
  const name = nameOf(source)
  const only = where === undefined ? "" : ` AND ${on("NEW", where)}`
  return [
    `CREATE FUNCTION ${name}_stale() RETURNS TRIGGER LANGUAGE plpgsql AS $$ BEGIN
      ${insertOf(source, "NEW", "pg")}; RETURN NULL; END $$`,
    `CREATE FUNCTION ${name}_gone() RETURNS TRIGGER LANGUAGE plpgsql AS $$ BEGIN
      ${deleteOf(source)}; RETURN NULL; END $$`,
    `CREATE TRIGGER ${name}_added AFTER INSERT ON ${table} FOR EACH ROW WHEN (TRUE${only}) EXECUTE FUNCTION ${name}_stale()`,
    `CREATE TRIGGER ${name}_changed AFTER UPDATE OF ${columns.join(", ")} ON ${table} FOR EACH ROW
      WHEN (${changedIn(columns, "IS DISTINCT FROM")}${only}) EXECUTE FUNCTION ${name}_stale()`,
    `CREATE TRIGGER ${name}_deleted AFTER DELETE ON ${table} FOR EACH ROW EXECUTE FUNCTION ${name}_gone()`
  ]
}

/** An entry for each text that exists, the oldest first. */
const existing = (dialect: "sqlite" | "pg") => {
  const each = sources.map(({ at, author, community, kind, ref, table, where }) => {
    const when = typeof at === "string" ? at : at[dialect]
    const values = [ref, community, author, `${when} AS written_at`].join(", ")
    return on("r", `SELECT '${kind}', ${values} FROM ${table} r WHERE ${where ?? "1 = 1"}`)
  })
  return `INSERT INTO search_entries (kind, ref, community_id, author, written_at)
    ${each.join(" UNION ALL ")} ORDER BY written_at`
}

const table = (id: string, further = "") => `CREATE TABLE search_entries (
    id ${id},
    kind TEXT NOT NULL,
    ref TEXT NOT NULL,
    community_id TEXT NOT NULL,
    author TEXT NOT NULL,
    written_at BIGINT NOT NULL,
    title TEXT NOT NULL DEFAULT '',
    words TEXT NOT NULL DEFAULT '',
    stale INTEGER NOT NULL DEFAULT 1,
    ${further}UNIQUE (kind, ref)
  )`
const staleIndex = "CREATE INDEX search_entries_stale ON search_entries (id) WHERE stale = 1"

/** The words are stored in `search_entries` only. The tokenizer splits at blanks: whatever is not ASCII belongs to a word. */
const sqlite = [
  table("INTEGER PRIMARY KEY"),
  staleIndex,
  `CREATE VIRTUAL TABLE search_index USING fts5(words, content='search_entries', content_rowid='id',
    tokenize="ascii tokenchars '#'", detail='none', columnsize=0)`,
  `CREATE TRIGGER search_index_added AFTER INSERT ON search_entries WHEN NEW.words <> '' BEGIN
    INSERT INTO search_index (rowid, words) VALUES (NEW.id, NEW.words); END`,
  `CREATE TRIGGER search_index_deleted AFTER DELETE ON search_entries WHEN OLD.words <> '' BEGIN
    INSERT INTO search_index (search_index, rowid, words) VALUES ('delete', OLD.id, OLD.words); END`,
  `CREATE TRIGGER search_index_left AFTER UPDATE OF words ON search_entries WHEN OLD.words <> '' BEGIN
    INSERT INTO search_index (search_index, rowid, words) VALUES ('delete', OLD.id, OLD.words); END`,
  `CREATE TRIGGER search_index_changed AFTER UPDATE OF words ON search_entries WHEN NEW.words <> '' BEGIN
    INSERT INTO search_index (rowid, words) VALUES (NEW.id, NEW.words); END`
]

const postgres = [
  table(
    "BIGINT GENERATED BY DEFAULT AS IDENTITY PRIMARY KEY",
    "vector TSVECTOR GENERATED ALWAYS AS (array_to_tsvector(string_to_array(words, ' '))) STORED,\n    "
  ),
  staleIndex,
  "CREATE INDEX search_entries_words ON search_entries USING GIN (vector)"
]

export const searchEntries = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const statements = sql.onDialectOrElse({
    pg: () => [...postgres, existing("pg"), ...sources.flatMap(onPostgres)],
    orElse: () => [...sqlite, existing("sqlite"), ...sources.flatMap(onSqlite)]
  })
  for (const statement of statements) yield* sql.unsafe(statement)
})
