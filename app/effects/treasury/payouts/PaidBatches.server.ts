/** Records a batch that the ledger confirmed, once: who was paid, who has to claim, and what follows. */

import { Duration, Effect } from "effect"
import type { LockerAddress } from "~/effects/base/addresses/addresses"
import { Sql } from "~/effects/base/db/statements.server"
import type { CommittedTransaction } from "~/effects/chain/ledger/facts"
import type { Step } from "~/effects/chain/prepared-transactions/Step"
import { claimsHref } from "~/effects/communities/communities/hrefs"
import { PayeeNotices } from "~/effects/communities/communities/PayeeNotices.server"
import type { Distribution, PayableRow } from "./Distribution"
import { DistributionBatches } from "./DistributionBatches.server"
import { DistributionCounters } from "./DistributionCounters.server"
import { PayableRows } from "./PayableRows.server"
import { type PaidRows, RowsPaid } from "./RowsPaid.server"
import { RunEnds } from "./RunEnds.server"

/** Records what a batch left in the locker, until it is claimed or taken back. */
const makeLockerClaims = Effect.gen(function* () {
  const sql = yield* Sql
  const news = yield* PayeeNotices

  /**
   * Extends the date until which unclaimed tokens stay, counted from the latest batch, so that a pause or stop never
   * shortens the promised time. The date never moves to an earlier one.
   */
  const lastsUntil = Effect.fnUntraced(function* (run: Distribution, at: number) {
    if (run.recoverDays === null) return null
    const until = Math.max(run.recoverAfter ?? 0, at + Duration.toMillis(Duration.days(run.recoverDays)))
    yield* sql`UPDATE distributions SET recover_after = ${until}, reminded = 0 WHERE id = ${run.id}`
    yield* sql`UPDATE claims SET recover_after = ${until} WHERE state IN ('available', 'pending')
        AND origin_id IN (SELECT id FROM distribution_rows WHERE distribution_id = ${run.id} AND state = 'claimable')`
    return until
  })

  const store = Effect.fn("PaidBatches.store")(function* (
    run: Distribution,
    locker: LockerAddress,
    stored: ReadonlyArray<PayableRow>,
    found: CommittedTransaction
  ) {
    if (stored.length === 0) return
    const at = Date.parse(found.at)
    const recoverAfter = yield* lastsUntil(run, at)
    yield* sql`INSERT INTO claims ${sql.insert(
      stored.map(({ account, amount, id }) => ({
        id,
        account,
        communityId: run.communityId,
        resource: run.resource,
        symbol: run.symbol,
        amount,
        origin: run.purpose === "coupon" ? "coupon" : "distribution",
        originId: id,
        locker,
        state: "available",
        availableVersion: found.stateVersion,
        availableAt: at,
        recoverAfter,
        updatedAt: at
      }))
    )} ON CONFLICT (id) DO NOTHING`
    yield* news.notify({
      to: stored.map(({ account }) => account),
      type: "claim",
      communityId: run.communityId,
      target: claimsHref(run.communityId),
      text: `${run.symbol} waits for you: ${run.title}. Withdraw it with your wallet.`,
      outside: { text: `${run.symbol} waits for you in a locker. Withdraw it with your wallet.` },
      importance: "important"
    })
  })

  return { store }
})

/** A batch whose rows were paid. */
export interface PaidBatch {
  readonly run: Distribution
  readonly n: number
  readonly locker: LockerAddress
  readonly paid: PaidRows
}

export class PaidBatches extends Effect.Service<PaidBatches>()("treasury/payouts/PaidBatches", {
  dependencies: [
    PayableRows.Default,
    DistributionBatches.Default,
    DistributionCounters.Default,
    RunEnds.Default,
    PayeeNotices.Default
  ],
  effect: Effect.gen(function* () {
    const rowsPaid = yield* RowsPaid
    const rows = yield* PayableRows
    const batches = yield* DistributionBatches
    const { recount } = yield* DistributionCounters
    const { store } = yield* makeLockerClaims
    const { finish } = yield* RunEnds

    /** Runs in the database transaction that marks the prepared transaction as confirmed. */
    const write = Effect.fn("PaidBatches.write")(function* (
      step: Step,
      { locker, n, paid, run }: PaidBatch,
      found: CommittedTransaction
    ) {
      const txId = found.intentHash
      // Called first: batches of a sale also lock the series before they notify anyone, and the same order avoids
      // deadlocks.
      yield* rowsPaid(run, paid, found)
      yield* rows.markPaid(paid.direct, "sent", txId)
      yield* rows.markPaid(paid.inLocker, "claimable", txId)
      yield* batches.move({ id: run.id, n }, [], { state: "committed", txId, stepId: step.id, error: null })
      yield* store(run, locker, paid.inLocker, found)
      const done = yield* recount([run.id])
      if (done.length > 0) yield* finish(run, txId)
    })

    return { write }
  })
}) {}
