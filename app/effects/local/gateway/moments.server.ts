/** Resolves which version of the ledger a request means: by version, time, epoch or round. */
import { Effect, Option, Schema } from "effect"
import { LedgerStore, LocalLedger, readReceipt, receiptKey, SECONDS_AN_EPOCH } from "~/ledger/index"
import { invalidFields, maybe } from "./refusal.server"

const Count = Schema.Int.pipe(Schema.nonNegative())
export const Selector = Schema.Struct({
  state_version: maybe(Count),
  timestamp: maybe(Schema.String),
  epoch: maybe(Schema.Int),
  round: maybe(Schema.Int)
})
/** A selector has one of these; a round needs its epoch. */
export type Asked = typeof Selector.Type | null | undefined

export interface Moment {
  readonly epoch: number
  readonly now: number
}

export const roundAt = (now: number) => (now % SECONDS_AN_EPOCH) + 1

export const makeMoments = Effect.gen(function* () {
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
  const lastWhere = Effect.fn("moments.lastWhere")(function* (head: number, holds: (at: Moment) => boolean) {
    let [low, high] = [0, head]
    while (low < high) {
      const middle = Math.ceil((low + high) / 2)
      if (holds(yield* timeOf(middle))) low = middle
      else high = middle - 1
    }
    return low
  })

  /** `before`: versions that are before this moment. */
  const resolve = Effect.fn("moments.resolve")(function* (
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
