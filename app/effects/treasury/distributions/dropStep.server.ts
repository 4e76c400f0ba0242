/**
 * The step that pays one batch. What the ledger moved says who was paid at once and who has to claim; both are written
 * in the transaction that marks the step as checked, so a batch is counted once whoever looks how often.
 */
import { SqlClient } from "@effect/sql"
import { Clock, Duration, Effect, Layer, Schema } from "effect"
import { Activity } from "~/effects/activity/activity/Activity.server"
import { Notifications } from "~/effects/activity/notifications/Notifications.server"
import type { CommittedTransaction } from "~/effects/chain/ledger/facts"
import { Ledger } from "~/effects/chain/ledger/Ledger.server"
import { orGatewayDown } from "~/effects/chain/ledger/orGatewayDown"
import { StepMismatch } from "~/effects/chain/ledger-steps/errors"
import type { Step } from "~/effects/chain/ledger-steps/Step"
import type { StepKind } from "~/effects/chain/ledger-steps/StepKind.server"
import { Executions } from "~/effects/governance/proposals/Executions.server"
import { amountOf, formatAmount } from "~/ledger/index"
import { changesOf } from "./changes"
import { recount } from "./counters.server"
import { type Chunk, type Distribution, type PayableRow, pathOf } from "./Distribution"
import { DistributionsRepo } from "./DistributionsRepo.server"
import { onceKeyOf } from "./list/batches"
import { type PaidRows, RowsPaid } from "./RowsPaid.server"

export const DROP = "drop"

/** Kept beside the step. */
export const DropDetail = Schema.parseJson(
  Schema.Struct({ distribution: Schema.String, n: Schema.Int, treasury: Schema.String, locker: Schema.String })
)

/** Whether the once-only key of a batch stands on the treasury, now or at a version. */
export const isPaid = Effect.fn("isPaid")(function* (treasury: string, onceKey: string, at?: number) {
  const ledger = yield* Ledger
  const options = { metadata: [onceKey], ...(at === undefined ? {} : { at }) }
  const { byAddress } = yield* orGatewayDown(ledger.entityDetails([treasury], options))
  return byAddress.get(treasury)?.metadata.has(onceKey) === true
})

export const dropStep = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const rowsPaid = yield* RowsPaid
  const ledger = yield* Ledger
  const repo = yield* DistributionsRepo
  const activity = yield* Activity
  const notifications = yield* Notifications
  const executions = yield* Executions

  const batchOf = (step: Step) =>
    Effect.gen(function* () {
      const detail = yield* Schema.decode(DropDetail)(step.detail)
      const run = yield* repo.mustFindId(detail.distribution)
      const rows = yield* repo.rowsOfChunk(run.id, detail.n)
      return { ...detail, run, rows }
    }).pipe(Effect.orDie)

  const setChunk = (step: Step, state: Chunk["state"], from: ReadonlyArray<Chunk["state"]>, error: string | null) =>
    Effect.gen(function* () {
      const { distribution, n } = yield* Schema.decode(DropDetail)(step.detail)
      const updatedAt = yield* Clock.currentTimeMillis
      yield* sql`UPDATE distribution_chunks SET ${sql.update({ state, error, txId: step.txId, stepId: step.id, updatedAt })}
        WHERE distribution_id = ${distribution} AND n = ${n} AND ${sql.in("state", from)}`
    }).pipe(Effect.orDie)

  /**
   * Until when what a run left in the locker stays there, counted from its last batch: one that was paused, or stopped
   * and taken up again, leaves nobody less time than was promised. Never earlier than somebody was told before.
   */
  const lastsUntil = (run: Distribution, at: number) =>
    Effect.gen(function* () {
      if (run.recoverDays === null) return null
      const until = Math.max(run.recoverAfter ?? 0, at + Duration.toMillis(Duration.days(run.recoverDays)))
      yield* sql`UPDATE distributions SET recover_after = ${until}, reminded = 0 WHERE id = ${run.id}`
      yield* sql`UPDATE claims SET recover_after = ${until} WHERE state IN ('available', 'pending')
        AND origin_id IN (SELECT id FROM distribution_rows WHERE distribution_id = ${run.id} AND state = 'claimable')`
      return until
    })

  const keep = (run: Distribution, locker: string, kept: ReadonlyArray<PayableRow>, found: CommittedTransaction) =>
    Effect.gen(function* () {
      if (kept.length === 0) return
      const at = Date.parse(found.at)
      const recoverAfter = yield* lastsUntil(run, at)
      yield* sql`INSERT INTO claims ${sql.insert(
        kept.map(({ account, amount, id }) => ({
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
      yield* notifications.tell({
        to: kept.map(({ account }) => account),
        type: "claim",
        communityId: run.communityId,
        target: `/community/detail/${run.communityId}/tokenWithdraw`,
        text: `${run.symbol} waits for you: ${run.title}. Withdraw it with your wallet.`,
        importance: "important"
      })
    })

  const write = (
    step: Step,
    run: Distribution,
    n: number,
    locker: string,
    paid: PaidRows,
    found: CommittedTransaction
  ) =>
    Effect.gen(function* () {
      const txId = found.intentHash
      // First, since batches of a sale take their turn at the series before they tell anybody, too.
      yield* rowsPaid(run, paid, found)
      for (const [state, rows] of [
        ["sent", paid.direct],
        ["claimable", paid.kept]
      ] as const) {
        const ids = rows.map(({ id }) => id)
        if (ids.length === 0) continue
        yield* sql`UPDATE distribution_rows SET state = ${state}, tx_id = ${txId}
          WHERE ${sql.in("id", ids)} AND state = 'valid'`
      }
      const updatedAt = yield* Clock.currentTimeMillis
      yield* sql`UPDATE distribution_chunks
        SET ${sql.update({ state: "committed", txId, stepId: step.id, error: null, updatedAt })}
        WHERE distribution_id = ${run.id} AND n = ${n}`
      yield* keep(run, locker, paid.kept, found)
      const done = yield* recount(sql, [run.id])
      if (done.length === 0) return
      if (run.proposalId !== null) {
        const ran = { ok: true, txId, manifestMatches: null }
        yield* Effect.catchAll(executions.report(run.communityId, run.proposalId, ran), ({ message }) =>
          Effect.logWarning("a payout's proposal did not take its end", message)
        )
      }
      yield* activity.record({
        communityId: run.communityId,
        actor: null,
        type: "distributionDone",
        target: pathOf(run.communityId, run.number),
        data: { title: run.title },
        visibility: "public"
      })
    }).pipe(Effect.orDie)

  const kind: StepKind = {
    kind: DROP,
    prove: (step, found) =>
      Effect.gen(function* () {
        const { locker, n, rows, run, treasury } = yield* batchOf(step)
        const onceKey = onceKeyOf(run.id, n)
        if (!(yield* isPaid(treasury, onceKey, found.stateVersion))) {
          return yield* new StepMismatch({ what: "the treasury does not carry the mark of this batch." })
        }
        const changed = changesOf(found, run.resource)
        const direct = rows.filter(({ account }) => changed(account) > 0n)
        const kept = rows.filter(({ account }) => changed(account) <= 0n)
        if (changed(treasury) !== -sumOf(rows)) {
          const given = formatAmount(-changed(treasury))
          return yield* new StepMismatch({ what: `the treasury gave ${given}, not ${formatAmount(sumOf(rows))}.` })
        }
        if (changed(locker) !== sumOf(kept)) {
          return yield* new StepMismatch({ what: "the locker keeps another amount than what was not paid at once." })
        }
        return write(step, run, n, locker, { direct, kept }, found)
      }).pipe(Effect.provideService(Ledger, ledger)),
    sent: (step) => setChunk(step, "pending", ["ready", "signing", "failed", "rejected"], null),
    ended: (step) =>
      setChunk(step, step.state === "failed" ? "failed" : "rejected", ["ready", "signing", "pending"], step.problem)
  }
  return kind
}).pipe(Effect.provide(Layer.merge(DistributionsRepo.Default, Executions.Default)))

const sumOf = (rows: ReadonlyArray<PayableRow>) => rows.reduce((sum, row) => sum + amountOf(row.amount), 0n)
