/** The ledger as it was at one version, which every answer of the gateway belongs to. */
import { DateTime, Effect, Option, Schema } from "effect"
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
import { NETWORK_ID } from "../../networks"
import { invalidFields, maybe } from "./refusal.server"

export const NETWORK_NAME = "localstokenet"

const Count = Schema.Int.pipe(Schema.nonNegative())
const Selector = Schema.Struct({
  state_version: maybe(Count),
  timestamp: maybe(Schema.String),
  epoch: maybe(Schema.Int),
  round: maybe(Schema.Int)
})
/** Fields of every request about the state. */
export const AtLedgerState = { at_ledger_state: maybe(Selector) }

/** A row with the version that wrote it. */
export interface Found<T extends Table> {
  readonly id: string
  readonly row: RowOf<T>
  readonly version: number
}

export const isoTime = (seconds: number) => DateTime.formatIso(DateTime.unsafeMake(seconds * 1000))

const stateOf = (version: number, { epoch, now }: { readonly epoch: number; readonly now: number }) => ({
  network: NETWORK_NAME,
  state_version: version,
  proposer_round_timestamp: isoTime(now),
  epoch,
  round: (now % SECONDS_AN_EPOCH) + 1
})
export type LedgerStateJson = ReturnType<typeof stateOf>

export interface View {
  readonly version: number
  readonly ledger_state: LedgerStateJson
  readonly find: <T extends Table>(table: T, id: string) => Effect.Effect<Option.Option<Found<T>>>
  /** Rows whose id begins so, by id. */
  readonly list: <T extends Table>(table: T, prefix: string) => Effect.Effect<ReadonlyArray<Found<T>>>
  /** An account that derives from a key is there before anybody wrote it down. */
  readonly entity: (address: string) => Effect.Effect<Option.Option<RowOf<"entity">>>
  readonly receipts: Effect.Effect<ReadonlyArray<Receipt>>
}

export const makeViews = Effect.gen(function* () {
  const ledger = yield* LocalLedger
  const store = yield* LedgerStore

  /** When a version was: its transaction's time, or that of the one before where it was none. */
  const timeOf = (version: number): Effect.Effect<{ readonly epoch: number; readonly now: number }> =>
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

  const viewOf = (version: number, ledger_state: LedgerStateJson): View => {
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
      receipts: Effect.map(store.scan("receipt/", { at: version }), (rows) => rows.map(({ json }) => readReceipt(json)))
    }
  }

  return {
    now: Effect.map(ledger.state, (state) => viewOf(state.version, stateOf(state.version, state))),

    at: Effect.fn("LedgerViews.at")(function* (asked: typeof Selector.Type | null | undefined) {
      const state = yield* ledger.state
      const others = [asked?.timestamp, asked?.epoch, asked?.round].some((other) => other != null)
      if (others) return yield* invalidFields([["at_ledger_state", "Only state_version is in the local subset."]])
      const version = asked?.state_version ?? state.version
      if (version > state.version) {
        return yield* invalidFields([["at_ledger_state.state_version", "The ledger is not there yet."]])
      }
      const time = version === state.version ? state : yield* timeOf(version)
      return viewOf(version, stateOf(version, time))
    })
  }
})
export type Views = Effect.Effect.Success<typeof makeViews>
