/** Repository of rows that passed the check, and of their payment. */
import { Effect, Schema } from "effect"
import { LockerAddress } from "~/effects/base/addresses/addresses"
import { rowOf } from "~/effects/base/amounts/rowOf"
import { findAll, Sql } from "~/effects/base/db/statements.server"
import { AT_ONCE, pageOf, readInPages, readWhole } from "~/effects/base/jobs/inParts"
import { PayableRow } from "./Distribution"

export class PayableRows extends Effect.Service<PayableRows>()("treasury/payouts/PayableRows", {
  effect: Effect.gen(function* () {
    const sql = yield* Sql

    const ofBatch = findAll({
      Request: Schema.Struct({ id: Schema.String, n: Schema.Int }),
      Result: PayableRow,
      execute: ({ id, n }) =>
        sql`SELECT * FROM distribution_rows WHERE distribution_id = ${id} AND chunk = ${n} ORDER BY line`
    })
    const page = findAll({
      Request: Schema.Struct({ id: Schema.String, after: Schema.Int, onlyValid: Schema.Boolean }),
      Result: PayableRow,
      execute: ({ after, id, onlyValid }) => sql`SELECT * FROM distribution_rows
        WHERE distribution_id = ${id} AND line > ${after}
          AND ${onlyValid ? sql`state = 'valid'` : sql`state NOT IN ('error', 'excluded')`}
        ORDER BY line LIMIT ${AT_ONCE}`
    })
    const whole = (id: string, onlyValid: boolean) =>
      readWhole(
        readInPages(0, (after) =>
          Effect.map(page({ id, after, onlyValid }), (rows) => pageOf(rows, AT_ONCE, ({ line }) => line))
        )
      )
    const claimable = findAll({
      Request: Schema.Struct({ id: Schema.String, limit: Schema.Int }),
      Result: Schema.Struct({ ...PayableRow.fields, locker: Schema.NullOr(LockerAddress) }).annotations(
        rowOf("distribution_rows")
      ),
      execute: ({ id, limit }) => sql`SELECT r.*, k.locker FROM distribution_rows r
        LEFT JOIN claims k ON k.id = r.id
        WHERE r.distribution_id = ${id} AND r.state = 'claimable' ORDER BY r.line LIMIT ${limit}`
    })

    return {
      /** Rows to be paid, in the order of their lines. */
      valid: (id: string) => whole(id, true),
      /** All rows of the plan, whatever their state now. */
      planned: (id: string) => whole(id, false),
      ofBatch: (id: string, n: number) => ofBatch({ id, n }),
      /** Claimable rows with their locker. */
      claimable: (id: string, limit: number) => claimable({ id, limit }),
      /** Marks rows as paid in one transaction, directly or into the locker. */
      markPaid: (rows: ReadonlyArray<PayableRow>, state: "sent" | "claimable", txId: string) =>
        rows.length === 0
          ? Effect.void
          : Effect.asVoid(
              sql`UPDATE distribution_rows SET state = ${state}, tx_id = ${txId}
                WHERE ${sql.in(
                  "id",
                  rows.map(({ id }) => id)
                )} AND state = 'valid'`
            )
    }
  })
}) {}
