/**
 * LedgerStore: every row of the local ledger as it was at every version.
 *
 * A port. `layerMemory` forgets at the end of the process; the SQL layer is effects/chain/ledger/LedgerStore.server.ts. Keys
 * are `table/id`; what a row says is JSON the store does not look into. Versions are whole, start at 1 and have no gaps.
 */
import { Context, Effect, Layer, Option, Ref, Schema } from "effect"
import type { RowChange } from "./engine/state/Draft"

export interface StoredRow {
  readonly key: string
  readonly json: string
  /** The version that wrote it. */
  readonly version: number
}

export interface ScanOptions {
  /** As it was at this version; the newest where it is not given. */
  readonly at?: number
  /** Only keys after this one. */
  readonly after?: string
  readonly limit?: number
}

/** Another writer stored this version first: read it, then try the next. */
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
    /** Rows whose key begins so, by key. */
    readonly scan: (prefix: string, options?: ScanOptions) => Effect.Effect<ReadonlyArray<StoredRow>>
    /** Rows changed after a version, newest state of each, for readers that follow; null where a row is gone. */
    readonly changedSince: (version: number) => Effect.Effect<ReadonlyArray<RowChange>>
    /** Writes the next version, all of it or nothing. */
    readonly append: (version: number, changes: ReadonlyArray<RowChange>) => Effect.Effect<void, VersionTaken>
  }
>() {
  static readonly layerMemory = Layer.effect(
    this,
    Effect.map(
      // Suspended: every ledger gets a history of its own.
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
  /** Oldest first. Shared between states: only the newest state is ever asked to grow. */
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
