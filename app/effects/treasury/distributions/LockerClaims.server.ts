/** What a batch left in the locker, and what is taken back from it. Joins the surrounding transaction. */
import { SqlClient, SqlSchema } from "@effect/sql"
import { Duration, Effect, Schema } from "effect"
import { Notifications } from "~/effects/activity/notifications/Notifications.server"
import { AmountText } from "~/effects/base/amounts/AmountText"
import { rowOf } from "~/effects/base/amounts/rowOf"
import type { CommittedTransaction } from "~/effects/chain/ledger/facts"
import type { Distribution, PayableRow } from "./Distribution"

/** A claim that went back into the treasury. */
const TakenBack = Schema.Struct({
  originId: Schema.String,
  account: Schema.String,
  amount: AmountText,
  symbol: Schema.String
}).annotations(rowOf("claims", ["originId"]))
export type TakenBack = typeof TakenBack.Type

export class LockerClaims extends Effect.Service<LockerClaims>()("effects/LockerClaims", {
  effect: Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const notifications = yield* Notifications

    /**
     * Until when what a run left in the locker stays there, counted from its last batch: one that was paused, or stopped
     * and taken up again, leaves nobody less time than was promised. Never earlier than its recipients were told before.
     */
    const lastsUntil = Effect.fnUntraced(function* (run: Distribution, at: number) {
      if (run.recoverDays === null) return null
      const until = Math.max(run.recoverAfter ?? 0, at + Duration.toMillis(Duration.days(run.recoverDays)))
      yield* sql`UPDATE distributions SET recover_after = ${until}, reminded = 0 WHERE id = ${run.id}`
      yield* sql`UPDATE claims SET recover_after = ${until} WHERE state IN ('available', 'pending')
        AND origin_id IN (SELECT id FROM distribution_rows WHERE distribution_id = ${run.id} AND state = 'claimable')`
      return until
    })

    const keep = Effect.fn("LockerClaims.keep")(function* (
      run: Distribution,
      locker: string,
      kept: ReadonlyArray<PayableRow>,
      found: CommittedTransaction
    ) {
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
    }, Effect.orDie)

    // A reading of the locker between this transaction and its proof took what was missing for claimed: without a
    // transaction of its own that was a guess, and this is what happened.
    const recovered = SqlSchema.findAll({
      Request: Schema.Struct({
        ids: Schema.Array(Schema.String),
        txId: Schema.String,
        updatedAt: Schema.Number
      }),
      Result: TakenBack,
      execute: ({ ids, txId, updatedAt }) => sql`
        UPDATE claims SET ${sql.update({ state: "recovered", txId, updatedAt })}
        WHERE ${sql.in("origin_id", ids)} AND (state IN ('available', 'pending') OR (state = 'claimed' AND tx_id IS NULL))
        RETURNING origin_id, account, amount, symbol`
    })

    /** Marks claims and their rows; each claim keeps the ledger's time and transaction for its owner's history. */
    const takeBack = Effect.fn("LockerClaims.takeBack")(function* (
      ids: ReadonlyArray<string>,
      { at, intentHash: txId }: CommittedTransaction
    ) {
      const taken = yield* recovered({ ids, txId, updatedAt: Date.parse(at) })
      if (taken.length === 0) return taken
      yield* sql`UPDATE distribution_rows SET state = 'recovered', tx_id = ${txId}
        WHERE ${sql.in(
          "id",
          taken.map(({ originId }) => originId)
        )} AND state IN ('claimable', 'claimed')`
      return taken
    }, Effect.orDie)

    return { keep, takeBack }
  })
}) {}
