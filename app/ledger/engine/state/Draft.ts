/** Rows as a transaction sees them: the ledger's overlaid with its own, which are discarded if it fails. */
import { Either, type ParseResult, Schema } from "effect"
import { isTable, type RowOf, rowKey, TABLES, type Table } from "./rows"

/** The current ledger in memory. */
export interface Rows {
  readonly get: <T extends Table>(table: T, id: string) => RowOf<T> | undefined
}

/** A row after a transaction; `json` is null if it was deleted. */
export interface RowChange {
  readonly key: string
  readonly json: string | null
}

/** A row before and after, for the report of changes. */
export interface Difference<T extends Table> {
  readonly id: string
  readonly before: RowOf<T> | undefined
  readonly after: RowOf<T> | undefined
}

interface Entry {
  readonly table: Table
  readonly id: string
  readonly row: RowOf<Table> | undefined
  readonly json: () => string | null
}

export class Draft implements Rows {
  private readonly entries = new Map<string, Entry>()
  constructor(private readonly base: Rows) {}

  get<T extends Table>(table: T, id: string): RowOf<T> | undefined {
    const entry = this.entries.get(rowKey(table, id))
    // `set` stores only rows of a table under keys of that table.
    return entry === undefined ? this.base.get(table, id) : (entry.row as RowOf<T> | undefined)
  }

  set<T extends Table>(table: T, id: string, row: RowOf<T>) {
    const json = () => Schema.encodeSync(TABLES[table])(row)
    this.entries.set(rowKey(table, id), { table, id, row, json })
  }

  differences<T extends Table>(table: T): ReadonlyArray<Difference<T>> {
    return [...this.entries.values()]
      .filter((entry) => entry.table === table)
      .map(({ id }) => ({ id, before: this.base.get(table, id), after: this.get(table, id) }))
  }

  /** In the order of first writing, which depends only on the transaction. */
  changes(): ReadonlyArray<RowChange> {
    return [...this.entries].map(([key, { json }]) => ({ key, json: json() }))
  }
}

/** Parses a stored row; a row that does not match its table is a defect. */
const decodeRow = <T extends Table>(table: T, json: string): Either.Either<RowOf<T>, ParseResult.ParseError> =>
  Schema.decodeEither(TABLES[table])(json)

/** All rows in memory, by key: the current ledger. */
export class MemoryRows implements Rows {
  private readonly rows = new Map<string, RowOf<Table>>()

  get<T extends Table>(table: T, id: string): RowOf<T> | undefined {
    return this.rows.get(rowKey(table, id)) as RowOf<T> | undefined // as in Draft
  }

  apply(changes: Iterable<RowChange>) {
    for (const { json, key } of changes) {
      const table = key.slice(0, key.indexOf("/"))
      if (!isTable(table)) continue // the store also contains rows of others
      if (json === null) this.rows.delete(key)
      else this.rows.set(key, Either.getOrThrow(decodeRow(table, json)))
    }
  }

  /** Ids and rows of one table, in no order. */
  *of<T extends Table>(table: T): Generator<readonly [string, RowOf<T>]> {
    const prefix = `${table}/`
    for (const [key, row] of this.rows) if (key.startsWith(prefix)) yield [key.slice(prefix.length), row as RowOf<T>]
  }
}
