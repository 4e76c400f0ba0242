/** The step that takes tokens out of a locker into the account they wait for (template 08). */
import { Effect, Schema } from "effect"
import { LockerAddress, ResourceAddress } from "~/effects/base/addresses/addresses"
import { AmountText } from "~/effects/base/amounts/AmountText"
import { StepMismatch } from "~/effects/chain/ledger-steps/errors"
import type { Step } from "~/effects/chain/ledger-steps/Step"
import type { StepKind } from "~/effects/chain/ledger-steps/StepKind.server"
import { ClaimRecords } from "~/effects/treasury/distributions/ClaimRecords.server"
import { changesOf } from "~/effects/treasury/distributions/changes"
import { amountOf } from "~/ledger/index"

export const CLAIM = "claim"

export const ClaimItem = Schema.Struct({ resource: ResourceAddress, symbol: Schema.String, amount: AmountText })
export const ClaimDetail = Schema.parseJson(
  Schema.Struct({
    locker: LockerAddress,
    /** When the locker was read; what came later stays available. */
    version: Schema.Number,
    items: Schema.Array(ClaimItem)
  })
)

export const claimStep = Effect.gen(function* () {
  const claims = yield* ClaimRecords

  const detailOf = (step: Step) => Effect.orDie(Schema.decode(ClaimDetail)(step.detail))
  /** What the step takes, as it was read when it was prepared. */
  const withdrawalOf = ({ account, communityId }: Step, { items, locker, version }: typeof ClaimDetail.Type) => ({
    account,
    communityId,
    locker,
    version,
    resources: items.map(({ resource }) => resource)
  })

  const move = (step: Step, from: "available" | "pending", to: "available" | "pending") =>
    Effect.flatMap(detailOf(step), (detail) => claims.move(withdrawalOf(step, detail), from, to))

  const kind: StepKind = {
    kind: CLAIM,
    prove: (step, found) =>
      Effect.gen(function* () {
        const detail = yield* detailOf(step)
        const { items, locker } = detail
        for (const { amount, resource, symbol } of items) {
          const changed = changesOf(found, resource)
          if (changed(locker) !== -amountOf(amount)) {
            return yield* new StepMismatch({ what: `the locker did not give ${amount} ${symbol}.` })
          }
          if (changed(step.account) !== amountOf(amount)) {
            return yield* new StepMismatch({ what: `the account did not get ${amount} ${symbol}.` })
          }
        }
        return claims.withdrawn(withdrawalOf(step, detail), found.intentHash)
      }),
    sent: (step) => move(step, "available", "pending"),
    ended: (step) => move(step, "pending", "available")
  }
  return kind
})
