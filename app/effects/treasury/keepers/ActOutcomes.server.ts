/** What became of acts that were sent: read from the ledger, written once (docs/ledger.md, "prove it"). */
import { hexToBytes } from "@noble/hashes/utils.js"
import { Clock, Effect, Option } from "effect"
import { GatewayDown } from "~/effects/base/failures/failures"
import type { CommittedTransaction } from "~/effects/chain/ledger/facts"
import { hasPassed } from "~/effects/chain/ledger/hasPassed.server"
import { known } from "~/effects/chain/ledger/known.server"
import { Ledger } from "~/effects/chain/ledger/Ledger.server"
import { LedgerSteps } from "~/effects/chain/ledger-steps/LedgerSteps.server"
import { StepChecks } from "~/effects/chain/ledger-steps/StepChecks.server"
import { type OnLedger, TreasuryHolders } from "~/effects/treasury/deployment/TreasuryHolders.server"
import { amountOf } from "~/ledger/index"
import type { Act } from "./Act"
import { ActEnds } from "./ActEnds.server"
import { isRuleAct, isStepAct } from "./actWords"

/** After its parts have ended nothing can be committed any more; so much later the ledger has caught up. */
const LATER_MS = 10 * 60_000

/** What the ledger must show of a payment: every part in it, and the amount gone from the treasury. */
const mismatch = (act: Act, treasury: string, { fungibleChanges, subintents }: CommittedTransaction) => {
  if (act.parts.some((hash) => !subintents.includes(hash))) return "a part is missing"
  if (act.payload.kind !== "payment") return undefined
  const { amount, resource } = act.payload
  const left = fungibleChanges
    .filter(({ entity, resource: of }) => entity === treasury && of === resource)
    .reduce((sum, { change }) => sum - amountOf(change), 0n)
  return left === amountOf(amount) ? undefined : "another amount left the treasury"
}

export class ActOutcomes extends Effect.Service<ActOutcomes>()("effects/keepers/ActOutcomes", {
  dependencies: [ActEnds.Default, TreasuryHolders.Default],
  effect: Effect.gen(function* () {
    const ledger = yield* Ledger
    const { fail, miss, succeed } = yield* ActEnds
    const holders = yield* TreasuryHolders
    const steps = yield* LedgerSteps
    const checks = yield* StepChecks

    const statusOf = (txId: string) =>
      ledger.status(txId).pipe(
        Effect.map(({ error, status }) => ({ status, error: Option.getOrElse(error, () => "") })),
        Effect.catchTags({
          UnknownOnLedger: () => Effect.succeed({ status: "Unknown" as const, error: "" }),
          LedgerRefused: (cause) => new GatewayDown({ cause })
        })
      )

    /** The rule that a change must have left behind. */
    const isRuleThere = Effect.fnUntraced(function* ({ payload }: Act, place: OnLedger, at: number) {
      if (!isRuleAct(payload)) return true
      if (payload.kind === "release") return yield* holders.opensForOne(place, at)
      const rule = Option.getOrNull(yield* holders.keepers(place, at))
      return (
        rule !== null &&
        rule.needed === payload.needed &&
        rule.ids.length === payload.seats.length &&
        payload.seats.every(({ id }) => rule.ids.includes(id))
      )
    })

    /** Of a step, what it must have left behind; then the step is done. */
    const isStepDone = Effect.fnUntraced(function* ({ payload }: Act, transaction: CommittedTransaction) {
      if (!isStepAct(payload)) return true
      return yield* checks.settleWithin(yield* Effect.orDie(steps.mustFind(payload.step)), transaction)
    })

    /** In words that complete "…: {what}." */
    const whatIsOff = Effect.fnUntraced(function* ({ payload }: Act, isThere: boolean) {
      if (!isThere || !isStepAct(payload)) return "the treasury has another rule"
      const { problem } = yield* Effect.orDie(steps.mustFind(payload.step))
      return problem?.replace(/\.$/, "") ?? "it left another state behind"
    })

    const committed = Effect.fnUntraced(function* (act: Act, txId: string, place: OnLedger) {
      const { transaction } = yield* Effect.mapError(
        ledger.committedDetails(txId),
        (cause) => new GatewayDown({ cause })
      )
      const wrong = mismatch(act, place.treasury, transaction)
      const isThere = yield* isRuleThere(act, place, transaction.stateVersion)
      if (wrong === undefined && isThere && (yield* isStepDone(act, transaction)))
        return yield* succeed(act, transaction, place)
      const what = wrong ?? (yield* whatIsOff(act, isThere))
      yield* Effect.logError("what keepers signed is not what was proposed", act.id, what)
      yield* miss(act, transaction, what)
    })

    /**
     * Looks once at what became of an act; again at one that was read back otherwise than proposed, since a gateway can
     * answer wrongly. Fails only where the ledger cannot be read.
     */
    const check = Effect.fn("ActOutcomes.check")(function* (act: Act, place: OnLedger) {
      const { endsAt, state: before, txId, txPayload } = act
      if (txId === null || txPayload === null) return
      if (before === "mismatch") return yield* committed(act, txId, place)
      if (before !== "sent") return
      const state = yield* statusOf(txId)
      if (state.status === "CommittedSuccess") return yield* committed(act, txId, place)
      if (state.status === "CommittedFailure") return yield* fail(act, `CommittedFailure: ${state.error}`)
      if (state.status === "PermanentlyRejected") return yield* fail(act, `Rejected: ${state.error}`)
      if (state.status !== "Unknown") return
      const now = yield* Clock.currentTimeMillis
      if (now > (endsAt ?? 0) + LATER_MS && (yield* hasPassed(ledger, endsAt ?? 0))) {
        return yield* fail(act, "The ledger never saw this transaction. Nothing happened.")
      }
      // Submitted again with every look, so what stands in its way now is asked again then.
      yield* known(ledger.submit(hexToBytes(txPayload)))
    })

    return { check }
  })
}) {}
