/** The step that takes unclaimed tokens back into the treasury after their date (R-T4). */
import { SqlClient } from "@effect/sql"
import { Effect, Schema } from "effect"
import { Notifications } from "~/effects/activity/notifications/Notifications.server"
import { AmountText } from "~/effects/base/amounts/AmountText"
import { readable } from "~/effects/base/amounts/readable"
import type { CommittedTransaction } from "~/effects/chain/ledger/facts"
import { StepMismatch } from "~/effects/chain/ledger-steps/errors"
import type { Step } from "~/effects/chain/ledger-steps/Step"
import type { StepKind } from "~/effects/chain/ledger-steps/StepKind.server"
import { amountOf, formatAmount } from "~/ledger/index"
import { changesOf } from "./changes"
import { recount } from "./counters.server"

export const RECOVER = "recover"

export const RecoverDetail = Schema.parseJson(
  Schema.Struct({
    distribution: Schema.String,
    treasury: Schema.String,
    resource: Schema.String,
    rows: Schema.Array(Schema.Struct({ id: Schema.String, amount: AmountText }))
  })
)

interface Taken {
  readonly originId: string
  readonly account: string
  readonly amount: string
  readonly symbol: string
}

export const recoverStep = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const notifications = yield* Notifications

  /** Whose tokens they were hear of it; the claim keeps the ledger's time and transaction for their history. */
  const tell = ({ communityId }: Step, taken: ReadonlyArray<Taken>) =>
    Effect.forEach(
      taken,
      ({ account, amount, symbol }) =>
        notifications.tell({
          to: [account],
          type: "claim",
          communityId,
          target: `/community/detail/${communityId}/tokenWithdraw`,
          text: `${readable(amount)} ${symbol} that waited for you went back into the treasury: nobody withdrew it in time.`,
          importance: "important"
        }),
      { discard: true }
    )

  const write = (step: Step, distribution: string, ids: ReadonlyArray<string>, found: CommittedTransaction) =>
    Effect.gen(function* () {
      const [txId, updatedAt] = [found.intentHash, Date.parse(found.at)]
      // A reading of the locker between this transaction and its proof took what was missing for claimed: without a
      // transaction of its own that was a guess, and this is what happened.
      const taken = yield* sql<Taken>`UPDATE claims SET ${sql.update({ state: "recovered", txId, updatedAt })}
        WHERE ${sql.in("origin_id", ids)} AND (state IN ('available', 'pending') OR (state = 'claimed' AND tx_id IS NULL))
        RETURNING origin_id, account, amount, symbol`
      const rowIds = taken.map(({ originId }) => originId)
      if (rowIds.length > 0) {
        yield* sql`UPDATE distribution_rows SET state = 'recovered', tx_id = ${txId}
          WHERE ${sql.in("id", rowIds)} AND state IN ('claimable', 'claimed')`
      }
      yield* recount(sql, [distribution])
      yield* tell(step, taken)
    }).pipe(Effect.orDie)

  const kind: StepKind = {
    kind: RECOVER,
    prove: (step, found) =>
      Effect.gen(function* () {
        const { distribution, resource, rows, treasury } = yield* Effect.orDie(
          Schema.decode(RecoverDetail)(step.detail)
        )
        const sum = rows.reduce((all, row) => all + amountOf(row.amount), 0n)
        const got = changesOf(found, resource)(treasury)
        if (got !== sum) {
          return yield* new StepMismatch({ what: `the treasury got ${formatAmount(got)}, not ${formatAmount(sum)}.` })
        }
        return write(
          step,
          distribution,
          rows.map(({ id }) => id),
          found
        )
      }),
    sent: () => Effect.void,
    ended: () => Effect.void
  }
  return kind
})
