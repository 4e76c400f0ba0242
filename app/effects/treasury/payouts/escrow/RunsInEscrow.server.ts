/**
 * A payout with its escrow, read in one statement, because its page has a budget of statements
 * (docs/product/safety.md).
 */
import { SqlClient, SqlSchema } from "@effect/sql"
import { Effect, Option, Schema } from "effect"
import { NotThere } from "~/effects/base/failures/failures"
import { readRun } from "../readRun.server"
import { PayoutEscrow } from "./PayoutEscrow"

/** Both tables have columns of the same names; those of the escrow are read as `parkedState` and so on. */
const readAs = (column: string) => `parked${column.charAt(0).toUpperCase()}${column.slice(1)}`
const columns = Object.keys(PayoutEscrow.fields)

const Row = Schema.Record({ key: Schema.String, value: Schema.Unknown })
const escrowOfRun = Schema.decodeUnknown(PayoutEscrow)

export class RunsInEscrow extends Effect.Service<RunsInEscrow>()("treasury/payouts/RunsInEscrow", {
  effect: Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const parking = sql.csv(columns.map((column) => sql`p.${sql(column)} AS ${sql(readAs(column))}`))

    const byNumber = SqlSchema.findOne({
      Request: Schema.Struct({ communityId: Schema.String, number: Schema.Int }),
      Result: Row,
      execute: ({ communityId, number }) => sql`SELECT d.*, ${parking} FROM distributions d
        LEFT JOIN parkings p ON p.distribution_id = d.id
        WHERE d.community_id = ${communityId} AND d.number = ${number}`
    })

    /** `parking` is null if the payout has no escrow. */
    const findOrFail = Effect.fn("RunsInEscrow.findOrFail")(function* (communityId: string, number: number) {
      const row = Option.getOrUndefined(yield* Effect.orDie(byNumber({ communityId, number })))
      if (row === undefined) return yield* new NotThere({})
      const run = yield* readRun(row)
      const isParked = row[readAs("distributionId")] !== null
      const fields = Object.fromEntries(columns.map((column) => [column, row[readAs(column)]]))
      return { run, parking: isParked ? yield* Effect.orDie(escrowOfRun(fields)) : null }
    })

    return { findOrFail }
  })
}) {}
