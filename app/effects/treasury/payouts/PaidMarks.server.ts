/**
 * Finds payments on the ledger: by the mark on the treasury, where a payment locks its batch's idempotency key, and those
 * that no page reported because it was closed after its wallet had submitted.
 */
import { Effect, Option } from "effect"
import type { LockerAddress } from "~/effects/base/addresses/addresses"
import { Ledger } from "~/effects/chain/ledger/Ledger.server"
import { orGatewayDown } from "~/effects/chain/ledger/orGatewayDown"
import { TransactionChecks } from "~/effects/chain/prepared-transactions/TransactionChecks.server"
import type { Distribution } from "./Distribution"

export const makePaidMarks = Effect.gen(function* () {
  const ledger = yield* Ledger

  /** Whether the treasury carries a batch's key, now or at a state version. */
  const isPaid = Effect.fn("PaidMarks.isPaid")(function* (treasury: string, idempotencyKey: string, at?: number) {
    const options = { metadata: [idempotencyKey], ...(at === undefined ? {} : { at }) }
    const { byAddress } = yield* orGatewayDown(ledger.entityDetails([treasury], options))
    return byAddress.get(treasury)?.metadata.has(idempotencyKey) === true
  })

  return { isPaid }
})

/** Pages of transactions to search. */
const PAGES = 50

export const makeUnreportedPayments = Effect.gen(function* () {
  const ledger = yield* Ledger
  const checks = yield* TransactionChecks

  /**
   * Searches the locker's transactions since the payout's start and confirms the prepared transactions they belong
   * to.
   */
  const findUnreported = Effect.fn("PaidMarks.findUnreported")(function* (locker: LockerAddress, run: Distribution) {
    let cursor: string | undefined
    for (let page = 0; page < PAGES; page++) {
      const from = { from: run.startedVersion ?? 1, affected: locker }
      const found = yield* orGatewayDown(ledger.transactions(cursor === undefined ? from : { ...from, cursor }))
      yield* Effect.forEach(found.transactions, checks.adopt, { discard: true })
      if (Option.isNone(found.cursor)) return
      cursor = found.cursor.value
    }
  })

  return { findUnreported }
})
