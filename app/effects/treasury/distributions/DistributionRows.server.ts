/** Rows of distributions on disk: an account and what it is paid. */
import { SqlClient, SqlSchema } from "@effect/sql"
import { Effect, Schema } from "effect"
import type { CommunityId } from "~/effects/access/Community"
import { type DistributionId, DistributionRow, PayableRow } from "./Distribution"
import type { CheckedRow } from "./list/checkRows"

/** A row as pages and reports show it. A removed account has no name. */
export const NamedRow = Schema.Struct({
  ...DistributionRow.fields,
  name: Schema.NullOr(Schema.String)
})
export type NamedRow = typeof NamedRow.Type

/** Rows written in one statement. */
const AT_ONCE = 100

/** Key of a row; it sorts by its line. */
export const rowId = (id: string, line: number): string => `${id}-${String(line).padStart(7, "0")}`

export class DistributionRows extends Effect.Service<DistributionRows>()("effects/DistributionRows", {
  effect: Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient

    const page = SqlSchema.findAll({
      Request: Schema.Struct({ id: Schema.String, after: Schema.Int, limit: Schema.Int }),
      Result: NamedRow,
      execute: ({ after, id, limit }) => sql`SELECT r.*, u.username AS name FROM distribution_rows r
        LEFT JOIN users u ON u.account_address = r.account AND u.status = 'active'
        WHERE r.distribution_id = ${id} AND r.line > ${after} ORDER BY r.line LIMIT ${limit}`
    })
    const ofBatch = SqlSchema.findAll({
      Request: Schema.Struct({ id: Schema.String, n: Schema.Int }),
      Result: PayableRow,
      execute: ({ id, n }) =>
        sql`SELECT * FROM distribution_rows WHERE distribution_id = ${id} AND chunk = ${n} ORDER BY line`
    })
    const valid = SqlSchema.findAll({
      Request: Schema.String,
      Result: PayableRow,
      execute: (id) => sql`SELECT * FROM distribution_rows
        WHERE distribution_id = ${id} AND state = 'valid' ORDER BY line`
    })
    const claimable = SqlSchema.findAll({
      Request: Schema.Struct({ id: Schema.String, limit: Schema.Int }),
      Result: PayableRow,
      execute: ({ id, limit }) => sql`SELECT * FROM distribution_rows
        WHERE distribution_id = ${id} AND state = 'claimable' ORDER BY line LIMIT ${limit}`
    })

    const insert = Effect.fn("DistributionRows.insert")(function* (
      distributionId: DistributionId,
      communityId: CommunityId,
      rows: ReadonlyArray<CheckedRow>
    ) {
      for (let from = 0; from < rows.length; from += AT_ONCE) {
        const part = rows.slice(from, from + AT_ONCE)
        yield* sql`INSERT INTO distribution_rows ${sql.insert(
          part.map((row) => ({ ...row, id: rowId(distributionId, row.line), distributionId, communityId }))
        )}`
      }
    }, Effect.orDie)

    return {
      page: (id: string, after: number, limit: number) => Effect.orDie(page({ id, after, limit })),
      /** What is to be paid, in the order of its lines. */
      valid: (id: string) => Effect.orDie(valid(id)),
      ofBatch: (id: string, n: number) => Effect.orDie(ofBatch({ id, n })),
      claimable: (id: string, limit: number) => Effect.orDie(claimable({ id, limit })),
      insert,
      removeAll: (id: string) =>
        Effect.asVoid(Effect.orDie(sql`DELETE FROM distribution_rows WHERE distribution_id = ${id}`)),
      /** Rows that were to be paid, and are now: by one transaction, directly or into the locker. */
      markPaid: (rows: ReadonlyArray<PayableRow>, state: "sent" | "claimable", txId: string) =>
        rows.length === 0
          ? Effect.void
          : Effect.asVoid(
              Effect.orDie(sql`UPDATE distribution_rows SET state = ${state}, tx_id = ${txId}
                WHERE ${sql.in(
                  "id",
                  rows.map(({ id }) => id)
                )} AND state = 'valid'`)
            )
    }
  })
}) {}
