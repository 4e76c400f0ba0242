/** The local ledger's rows and clock in memory, kept up to date with the store, which other processes may write to. */
import { Clock, Effect, Option, Ref } from "effect"
import { LedgerStore } from "../LedgerStore"
import { MemoryRows, type RowChange } from "./state/Draft"
import { genesis } from "./state/genesis"
import type { LedgerTime } from "./World"

/** Stokenet's prefix and id, so that the product runs its real code paths (docs/ledger.md). */
export const LOCAL_NETWORK = 2
export const SECONDS_AN_EPOCH = 300

export interface LedgerState extends LedgerTime {
  readonly version: number
}

/** Row with the number of seconds by which the clock was moved ahead. */
export const CLOCK_KEY = "clock/offset"

export class LedgerMemory extends Effect.Service<LedgerMemory>()("ledger/LedgerMemory", {
  effect: Effect.gen(function* () {
    const store = yield* LedgerStore
    const rows = new MemoryRows()
    const known = yield* Ref.make(0)
    const offset = yield* Ref.make(0)

    /** Updates memory from the store, which others may have written to. */
    const catchUp = Effect.gen(function* () {
      const version = yield* store.version
      const from = yield* Ref.get(known)
      if (version === from) return version
      rows.apply(yield* store.changedSince(from))
      const clock = yield* store.read(CLOCK_KEY)
      yield* Ref.set(offset, Option.match(clock, { onNone: () => 0, onSome: ({ json }) => Number(json) }))
      yield* Ref.set(known, version)
      return version
    })

    const append = (version: number, changes: ReadonlyArray<RowChange>) =>
      Effect.zipRight(store.append(version, changes), catchUp)

    const begin = Effect.gen(function* () {
      if ((yield* store.version) === 0) yield* append(1, genesis(LOCAL_NETWORK))
      else yield* catchUp
    })
    // Another process may have created the same ledger a moment earlier.
    yield* Effect.catchTag(begin, "VersionTaken", () => catchUp)

    const time: Effect.Effect<LedgerTime> = Effect.gen(function* () {
      const now = Math.floor((yield* Clock.currentTimeMillis) / 1000) + (yield* Ref.get(offset))
      return { now, epoch: Math.floor(now / SECONDS_AN_EPOCH) }
    })

    const state: Effect.Effect<LedgerState> = Effect.gen(function* () {
      const version = yield* catchUp
      return { version, ...(yield* time) }
    })

    return { rows, catchUp, append, time, state, clockOffset: Ref.get(offset) }
  })
}) {}
