/** The ledger at one version, which every response of the gateway belongs to. */

import { DateTime, Effect, Option, Schema } from "effect"
import { NETWORK_ID, NETWORK_NAMES } from "~/effects/base/settings/networks"
import {
  derivedAccount,
  LedgerStore,
  LocalLedger,
  type Receipt,
  type RowOf,
  readReceipt,
  receiptKey,
  rowKey,
  SECONDS_AN_EPOCH,
  TABLES,
  type Table
} from "~/ledger/index"
import { invalidFields, maybe } from "./refusal.server"

/** Resolves which version of the ledger a request means: by version, time, epoch or round. */
const Count = Schema.Int.pipe(Schema.nonNegative())
const Selector = Schema.Struct({
  state_version: maybe(Count),
  timestamp: maybe(Schema.String),
  epoch: maybe(Schema.Int),
  round: maybe(Schema.Int)
})
/** A selector has one of these; a round needs its epoch. */
type Asked = typeof Selector.Type | null | undefined

interface Moment {
  readonly epoch: number
  readonly now: number
}

const roundAt = (now: number) => (now % SECONDS_AN_EPOCH) + 1

const makeMoments = Effect.gen(function* () {
  const ledger = yield* LocalLedger
  const store = yield* LedgerStore

  /** The time of a version: that of its transaction, or of the one before if it has none. */
  const timeOf = (version: number): Effect.Effect<Moment> =>
    version < 2
      ? Effect.succeed({ epoch: 0, now: 0 })
      : Effect.flatMap(
          store.read(receiptKey(version)),
          Option.match({
            onNone: () => timeOf(version - 1),
            onSome: ({ json }) => {
              const { epoch, time } = readReceipt(json)
              return Effect.succeed({ epoch, now: time })
            }
          })
        )

  /** The last version for which this is true, given that it is true for all before it. 0: for none. */
  const lastWhere = Effect.fn("view.lastWhere")(function* (head: number, holds: (at: Moment) => boolean) {
    let [low, high] = [0, head]
    while (low < high) {
      const middle = Math.ceil((low + high) / 2)
      if (holds(yield* timeOf(middle))) low = middle
      else high = middle - 1
    }
    return low
  })

  /** `before`: versions that are before this moment. */
  const resolve = Effect.fn("view.resolve")(function* (
    asked: Asked,
    head: number,
    before: (one: number, other: number) => boolean
  ) {
    if (asked?.state_version != null) return asked.state_version
    if (asked?.timestamp != null) {
      const moment = Date.parse(asked.timestamp)
      if (Number.isNaN(moment)) return yield* invalidFields([["timestamp", "Not a time of ISO 8601."]])
      if (moment >= ((yield* ledger.state).now + 1) * 1000) {
        return yield* invalidFields([["timestamp", "The ledger is not there yet."]])
      }
      return yield* lastWhere(head, ({ now }) => before(now * 1000, moment))
    }
    if (asked?.epoch != null) {
      const place = asked.epoch * (SECONDS_AN_EPOCH + 1) + (asked.round ?? 0)
      return yield* lastWhere(head, ({ epoch, now }) => before(epoch * (SECONDS_AN_EPOCH + 1) + roundAt(now), place))
    }
    return asked?.round == null ? undefined : yield* invalidFields([["round", "A round needs its epoch."]])
  })

  return { timeOf, resolve }
})

export const NETWORK_NAME = NETWORK_NAMES.local

/** Fields of every request about the state. */
export const AtLedgerState = { at_ledger_state: maybe(Selector) }

/** A row with the version that wrote it. */
export interface Found<T extends Table> {
  readonly id: string
  readonly row: RowOf<T>
  readonly version: number
}

export const isoTime = (seconds: number) => DateTime.formatIso(DateTime.unsafeMake(seconds * 1000))

const stateOf = (version: number, { epoch, now }: Moment) => ({
  network: NETWORK_NAME,
  state_version: version,
  proposer_round_timestamp: isoTime(now),
  epoch,
  round: roundAt(now)
})
export type LedgerStateJson = ReturnType<typeof stateOf>

export interface View {
  readonly version: number
  readonly ledger_state: LedgerStateJson
  readonly find: <T extends Table>(table: T, id: string) => Effect.Effect<Option.Option<Found<T>>>
  /** Rows whose id has this prefix, by id. */
  readonly list: <T extends Table>(table: T, prefix: string) => Effect.Effect<ReadonlyArray<Found<T>>>
  /** An account that derives from a key exists before anyone has written to it. */
  readonly entity: (address: string) => Effect.Effect<Option.Option<RowOf<"entity">>>
  /** Committed transactions from a version on, oldest first. */
  readonly receipts: (from: number) => Effect.Effect<ReadonlyArray<Receipt>>
}

/** The store has every version of a row; a view reads the rows of one version. */
const viewOf = (store: typeof LedgerStore.Service, version: number, ledger_state: LedgerStateJson): View => {
  const decode = <T extends Table>(table: T, json: string) => Effect.orDie(Schema.decode(TABLES[table])(json))
  const find = <T extends Table>(table: T, id: string) =>
    Effect.flatMap(
      store.read(rowKey(table, id), version),
      Option.match({
        onNone: () => Effect.succeedNone,
        onSome: ({ json, version: written }) =>
          Effect.map(decode(table, json), (row) => Option.some({ id, row, version: written }))
      })
    )
  return {
    version,
    ledger_state,
    find,
    list: (table, prefix) =>
      Effect.flatMap(store.scan(rowKey(table, prefix), { at: version }), (rows) =>
        Effect.forEach(rows, ({ json, key, version: written }) =>
          Effect.map(decode(table, json), (row) => ({ id: key.slice(table.length + 1), row, version: written }))
        )
      ),
    entity: (address) =>
      Effect.map(find("entity", address), (found) =>
        Option.orElse(
          Option.map(found, ({ row }) => row),
          () => Option.fromNullable(derivedAccount(address, NETWORK_ID))
        )
      ),
    receipts: (from) =>
      Effect.map(
        store.scan("receipt/", { at: version, ...(from > 0 ? { after: receiptKey(from - 1) } : {}) }),
        (rows) => rows.map(({ json }) => readReceipt(json))
      )
  }
}

export const makeViews = Effect.gen(function* () {
  const ledger = yield* LocalLedger
  const store = yield* LedgerStore
  const { resolve, timeOf } = yield* makeMoments

  return {
    now: Effect.map(ledger.state, (state) => viewOf(store, state.version, stateOf(state.version, state))),

    /** The last state that is not later than the requested one. */
    at: Effect.fn("view.at")(function* (asked: Asked) {
      const state = yield* ledger.state
      const version = (yield* resolve(asked, state.version, (one, other) => one <= other)) ?? state.version
      if (version > state.version) {
        return yield* invalidFields([["at_ledger_state.state_version", "The ledger is not there yet."]])
      }
      if (version === 0 && asked?.state_version == null) {
        return yield* invalidFields([["at_ledger_state", "That was before the ledger began."]])
      }
      const time = version === state.version ? state : yield* timeOf(version)
      return viewOf(store, version, stateOf(version, time))
    }),

    /** The first version that is not earlier than the requested one; it may be in the future. */
    from: Effect.fn("view.from")(function* (asked: Asked) {
      const { version } = yield* ledger.state
      if (asked?.state_version != null) return asked.state_version
      const before = yield* resolve(asked, version, (one, other) => one < other)
      return before === undefined ? 0 : before + 1
    })
  }
})
export type Views = Effect.Effect.Success<typeof makeViews>
