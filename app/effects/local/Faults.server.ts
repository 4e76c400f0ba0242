/**
 * Faults on demand, in local mode only: the gateway, the mail server or the beacon goes down, the next transaction fails.
 *
 * A port, so that what can break asks in one place. Set by POST /local/faults; gone with the process.
 */
import { Context, Effect, Layer, Ref, Schema } from "effect"

const Health = Schema.Literal("up", "down")

export const FaultState = Schema.Struct({
  gateway: Health,
  smtp: Health,
  beacon: Health,
  /** What becomes of the next transaction the local ledger is given; null lets it pass. Pending: it takes its time. */
  nextTransaction: Schema.NullOr(Schema.Literal("CommittedFailure", "Rejected", "Pending"))
})
export type FaultState = typeof FaultState.Type

/** Any part of the state; what is left out stays as it is. */
export const FaultChange = Schema.partialWith(FaultState, { exact: true })
export type FaultChange = typeof FaultChange.Type

const allWell: FaultState = { gateway: "up", smtp: "up", beacon: "up", nextTransaction: null }

export class Faults extends Context.Tag("effects/Faults")<
  Faults,
  {
    readonly current: Effect.Effect<FaultState>
    /** True while the gateway, the mail server or the beacon must act dead. */
    readonly gatewayDown: Effect.Effect<boolean>
    readonly smtpDown: Effect.Effect<boolean>
    readonly beaconDown: Effect.Effect<boolean>
    /** Answers the whole state after the change. */
    readonly change: (change: FaultChange) => Effect.Effect<FaultState>
    /** Reads the next transaction's fate and clears it. */
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
