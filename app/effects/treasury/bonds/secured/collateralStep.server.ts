/** Confirms the transactions that take the collateral of secured bonds, and records them in the activity. */
import { Effect, Option, Schema } from "effect"
import { Activity } from "~/effects/activity/activity/Activity.server"
import { AccountAddress, ResourceAddress } from "~/effects/base/addresses/addresses"
import { AmountText } from "~/effects/base/amounts/AmountText"
import { changesOf } from "~/effects/chain/ledger/changes"
import { TransactionMismatch } from "~/effects/chain/prepared-transactions/errors"
import type { TransactionKind } from "~/effects/chain/prepared-transactions/TransactionKind.server"
import { amountOf } from "~/ledger/index"
import { SeriesRepo } from "../SeriesRepo.server"
import { seriesEvent } from "../seriesEvent"

export const COLLATERAL_KIND = "bond-collateral"

export const TakenDetail = Schema.parseJson(
  Schema.Struct({
    to: AccountAddress,
    resource: ResourceAddress,
    /** Of all its bonds together. */
    amount: AmountText,
    numbers: Schema.Array(Schema.Int),
    /** A holder who was not paid, or the treasury with a bond that came back. */
    by: Schema.Literal("holder", "issuer")
  })
)
export type TakenOf = typeof TakenDetail.Type

export const collateralStep = Effect.gen(function* () {
  const repo = yield* SeriesRepo
  const activity = yield* Activity

  const kind: TransactionKind = {
    kind: COLLATERAL_KIND,
    prove: (step, transaction) =>
      Effect.gen(function* () {
        const { amount, by, resource, to } = yield* Effect.orDie(Schema.decode(TakenDetail)(step.detail))
        if (changesOf(transaction, resource)(to) !== amountOf(amount)) {
          return yield* new TransactionMismatch({ what: `the account did not get ${amount} as collateral.` })
        }
        return Effect.gen(function* () {
          const series = Option.getOrUndefined(yield* repo.find(step.related))
          if (series === undefined) return
          yield* activity.record(seriesEvent(series, by === "holder" ? "collateralTaken" : "collateralReleased"))
        })
      }),
    sent: () => Effect.void,
    ended: () => Effect.void
  }
  return kind
})
