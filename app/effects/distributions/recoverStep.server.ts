/** The step that takes unclaimed tokens back into the treasury after their date (R-T4). */
import { SqlClient } from "@effect/sql"
import { Clock, Effect, Schema } from "effect"
import { formatAmount } from "~/ledger/index"
import { StepMismatch } from "../ledger-steps/errors"
import type { StepKind } from "../ledger-steps/StepKind.server"
import { changesOf } from "./changes"
import { recount } from "./counters.server"
import { amountIn } from "./list/checkRows"

export const RECOVER = "recover"

export const RecoverDetail = Schema.parseJson(
  Schema.Struct({
    distribution: Schema.String,
    treasury: Schema.String,
    resource: Schema.String,
    rows: Schema.Array(Schema.Struct({ id: Schema.String, amount: Schema.String }))
  })
)

export const recoverStep = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const kind: StepKind = {
    kind: RECOVER,
    prove: (step, found) =>
      Effect.gen(function* () {
        const { distribution, resource, rows, treasury } = yield* Effect.orDie(
          Schema.decode(RecoverDetail)(step.detail)
        )
        const sum = rows.reduce((all, row) => all + amountIn(row), 0n)
        const got = changesOf(found, resource)(treasury)
        if (got !== sum) {
          return yield* new StepMismatch({ what: `the treasury got ${formatAmount(got)}, not ${formatAmount(sum)}.` })
        }
        return Effect.gen(function* () {
          const ids = rows.map(({ id }) => id)
          const updatedAt = yield* Clock.currentTimeMillis
          yield* sql`UPDATE distribution_rows SET state = 'recovered', tx_id = ${found.intentHash}
            WHERE ${sql.in("id", ids)} AND state = 'claimable'`
          yield* sql`UPDATE claims SET state = 'recovered', tx_id = ${found.intentHash}, updated_at = ${updatedAt}
            WHERE ${sql.in("origin_id", ids)} AND state IN ('available', 'pending')`
          yield* recount(sql, [distribution])
        }).pipe(Effect.orDie)
      }),
    sent: () => Effect.void,
    ended: () => Effect.void
  }
  return kind
})
