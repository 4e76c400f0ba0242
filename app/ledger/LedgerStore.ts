/**
 * LedgerStore: versioned rows of the local ledger, readable as of every version.
 *
 * A port. `layerMemory` lasts as long as the process; the SQL layer is effects/chain/ledger/LedgerStore.server.ts. Keys
 * are `table/id`; the content of a row is JSON that the store does not interpret. Versions are consecutive whole
 * numbers from 1.
 */
import { Context, Effect, Layer, Option, Ref, Schema } from "effect"
import type { RowChange } from "./engine/state/Draft"

export interface StoredRow {
  readonly key: string
  readonly json: string
  /** Version that wrote the row. */
  readonly version: number
}

export interface ScanOptions {
  /** Version to read; by default the newest. */
  readonly at?: number
  /** Only keys after this one. */
  readonly after?: string
  readonly limit?: number
}

/** Another writer stored this version first: catch up, then try the next version. */
export class VersionTaken extends Schema.TaggedError<VersionTaken>()("VersionTaken", { version: Schema.Int }) {
  readonly status = 409
  readonly code = "E-STALE"
  override get message() {
    return `Version ${this.version} of the ledger is already there.`
  }
}

export class LedgerStore extends Context.Tag("ledger/LedgerStore")<
  LedgerStore,
  {
    /** The newest version; 0 before the first. */
    readonly version: Effect.Effect<number>
    readonly read: (key: string, at?: number) => Effect.Effect<Option.Option<StoredRow>>
    /** Rows whose key has this prefix, ordered by key. */
    readonly scan: (prefix: string, options?: ScanOptions) => Effect.Effect<ReadonlyArray<StoredRow>>
    /** Newest state of each row changed after a version, for readers that keep up; null for a deleted row. */
    readonly changedSince: (version: number) => Effect.Effect<ReadonlyArray<RowChange>>
    /** Writes the next version atomically. */
    readonly append: (version: number, changes: ReadonlyArray<RowChange>) => Effect.Effect<void, VersionTaken>
  }
>() {
  static readonly layerMemory = Layer.effect(
    this,
    Effect.map(
      // Suspended so that every ledger gets its own history.
      Effect.suspend(() => Ref.make(emptyHistory())),
      (history) => ({
        version: Effect.map(Ref.get(history), (state) => state.version),
        read: (key, at) => Effect.map(Ref.get(history), (state) => rowAt(state, key, at)),
        scan: (prefix, options = {}) => Effect.map(Ref.get(history), (state) => scanned(state, prefix, options)),
        changedSince: (version) => Effect.map(Ref.get(history), (state) => changed(state, version)),
        append: (version, changes) =>
          Effect.flatten(
            Ref.modify(history, (state): readonly [Effect.Effect<void, VersionTaken>, History] =>
              version === state.version + 1
                ? [Effect.void, appended(state, version, changes)]
                : [new VersionTaken({ version }), state]
            )
          )
      })
    )
  )
}

interface Entry {
  readonly version: number
  readonly json: string | null
}
interface History {
  readonly version: number
  /** Oldest first. States share the map, which works because only the newest state ever grows. */
  readonly rows: Map<string, Array<Entry>>
}

function emptyHistory(): History {
  return { version: 0, rows: new Map() }
}

const newest = (entries: ReadonlyArray<Entry>, at: number): Entry | undefined =>
  entries.findLast(({ version }) => version <= at)

const rowAt = ({ rows, version }: History, key: string, at = version): Option.Option<StoredRow> => {
  const entry = newest(rows.get(key) ?? [], at)
  return entry === undefined || entry.json === null
    ? Option.none()
    : Option.some({ key, json: entry.json, version: entry.version })
}

const scanned = (history: History, prefix: string, { after, at, limit }: ScanOptions): ReadonlyArray<StoredRow> => {
  const keys = [...history.rows.keys()].filter((key) => key.startsWith(prefix) && (after === undefined || key > after))
  const rows = keys.sort().flatMap((key) => Option.toArray(rowAt(history, key, at)))
  return limit === undefined ? rows : rows.slice(0, limit)
}

const changed = ({ rows }: History, since: number): ReadonlyArray<RowChange> =>
  [...rows].flatMap(([key, entries]) => {
    const last = entries.at(-1)
    return last !== undefined && last.version > since ? [{ key, json: last.json }] : []
  })

const appended = ({ rows }: History, version: number, changes: ReadonlyArray<RowChange>): History => {
  for (const { json, key } of changes) {
    const entries = rows.get(key)
    if (entries === undefined) rows.set(key, [{ version, json }])
    else entries.push({ version, json })
  }
  return { version, rows }
}
