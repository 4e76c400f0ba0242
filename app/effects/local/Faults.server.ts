/**
 * Faults on demand, in local mode only: takes down the gateway, the mail server or the beacon, or fails the next
 * transaction.
 *
 * A port, so that everything that can fail checks in one place. Set by POST /local/faults; reset when the process ends.
 */
import { Context, Effect, Layer, Ref, Schema } from "effect"

const Health = Schema.Literal("up", "down")

export const FaultState = Schema.Struct({
  gateway: Health,
  smtp: Health,
  beacon: Health,
  /**
   * Result of the next transaction submitted to the local ledger; null lets it commit. Pending: it is committed later.
   */
  nextTransaction: Schema.NullOr(Schema.Literal("CommittedFailure", "Rejected", "Pending"))
})
export type FaultState = typeof FaultState.Type

/** Any part of the state; fields that are left out do not change. */
export const FaultChange = Schema.partialWith(FaultState, { exact: true })
export type FaultChange = typeof FaultChange.Type

const allWell: FaultState = { gateway: "up", smtp: "up", beacon: "up", nextTransaction: null }

export class Faults extends Context.Tag("local/Faults")<
  Faults,
  {
    readonly current: Effect.Effect<FaultState>
    /** True while the gateway, the mail server or the beacon must fail. */
    readonly gatewayDown: Effect.Effect<boolean>
    readonly smtpDown: Effect.Effect<boolean>
    readonly beaconDown: Effect.Effect<boolean>
    /** Returns the whole state after the change. */
    readonly change: (change: FaultChange) => Effect.Effect<FaultState>
    /** Reads the result set for the next transaction, and clears it. */
    readonly takeNextTransaction: Effect.Effect<FaultState["nextTransaction"]>
  }
>() {
  static readonly layerMemory = Layer.effect(
    Faults,
    Effect.map(Ref.make(allWell), (state) => ({
      current: Ref.get(state),
      gatewayDown: Effect.map(Ref.get(state), ({ gateway }) => gateway === "down"),
      smtpDown: Effect.map(Ref.get(state), ({ smtp }) => smtp === "down"),
      beaconDown: Effect.map(Ref.get(state), ({ beacon }) => beacon === "down"),
      change: (change) => Ref.updateAndGet(state, (now) => ({ ...now, ...change })),
      takeNextTransaction: Ref.modify(state, (now) => [now.nextTransaction, { ...now, nextTransaction: null }])
    }))
  )
}
