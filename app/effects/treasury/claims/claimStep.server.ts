/**
 * The transaction that withdraws tokens from lockers into the account they wait for (template 08 of docs/ledger.md).
 */
import { Effect, Schema } from "effect"
import { LockerAddress, ResourceAddress } from "~/effects/base/addresses/addresses"
import { AmountText } from "~/effects/base/amounts/AmountText"
import { changesOf } from "~/effects/chain/ledger/changes"
import { TransactionMismatch } from "~/effects/chain/prepared-transactions/errors"
import type { Step } from "~/effects/chain/prepared-transactions/Step"
import type { TransactionKind } from "~/effects/chain/prepared-transactions/TransactionKind.server"
import { makeClaimRecords } from "~/effects/treasury/payouts/ClaimRecords.server"
import { amountOf, formatAmount } from "~/ledger/index"

export const CLAIM = "claim"

export const ClaimItem = Schema.Struct({
  resource: ResourceAddress,
  symbol: Schema.String,
  amount: AmountText,
  /** Its locker, if it is not the community's own. */
  locker: Schema.optional(LockerAddress)
})
export const ClaimDetail = Schema.parseJson(
  Schema.Struct({
    locker: LockerAddress,
    /** Ledger version at which the locker was read; later deposits stay in it. */
    version: Schema.Number,
    items: Schema.Array(ClaimItem)
  })
)

export const claimStep = Effect.gen(function* () {
  const claims = yield* makeClaimRecords

  const detailOf = (step: Step) => Effect.orDie(Schema.decode(ClaimDetail)(step.detail))
  /** What the transaction withdraws from each locker, as read when it was prepared. */
  const withdrawalsOf = ({ account, communityId }: Step, { items, locker: own, version }: typeof ClaimDetail.Type) =>
    [...new Set(items.map(({ locker = own }) => locker))].map((locker) => ({
      account,
      communityId,
      locker,
      version,
      resources: items.flatMap((item) => ((item.locker ?? own) === locker ? [item.resource] : []))
    }))

  const move = (step: Step, from: "available" | "pending", to: "available" | "pending") =>
    Effect.flatMap(detailOf(step), (detail) =>
      Effect.forEach(withdrawalsOf(step, detail), (each) => claims.move(each, from, to), { discard: true })
    )

  const kind: TransactionKind = {
    kind: CLAIM,
    prove: (step, found) =>
      Effect.gen(function* () {
        const detail = yield* detailOf(step)
        const { items, locker: own } = detail
        for (const { amount, locker = own, resource, symbol } of items) {
          const changed = changesOf(found, resource)
          if (changed(locker) !== -amountOf(amount)) {
            return yield* new TransactionMismatch({ what: `the locker did not give ${amount} ${symbol}.` })
          }
          const all = items.reduce((sum, each) => (each.resource === resource ? sum + amountOf(each.amount) : sum), 0n)
          if (changed(step.account) !== all) {
            return yield* new TransactionMismatch({ what: `the account did not get ${formatAmount(all)} ${symbol}.` })
          }
        }
        return Effect.forEach(
          withdrawalsOf(step, detail),
          (withdrawal) => claims.withdrawn(withdrawal, found.intentHash),
          { discard: true }
        )
      }),
    sent: (step) => move(step, "available", "pending"),
    ended: (step) => move(step, "pending", "available")
  }
  return kind
})
