/**
 * A payout with its escrow, read in one statement, because its page has a budget of statements
 * (docs/product/safety.md).
 */

import { Effect, Option, Schema } from "effect"
import { CommunityId } from "~/effects/access/Community"
import { findOne, Sql } from "~/effects/base/db/statements.server"
import { NotThere } from "~/effects/base/failures/failures"
import { escrowColumns, joinedEscrow } from "~/effects/treasury/escrow/EscrowsRepo.server"
import { readRun } from "../readRun.server"

export class RunsInEscrow extends Effect.Service<RunsInEscrow>()("treasury/payouts/RunsInEscrow", {
  effect: Effect.gen(function* () {
    const sql = yield* Sql

    const byNumber = findOne({
      Request: Schema.Struct({ communityId: CommunityId, number: Schema.Int }),
      Result: Schema.Record({ key: Schema.String, value: Schema.Unknown }),
      execute: ({ communityId, number }) => sql`SELECT d.*, ${escrowColumns(sql)} FROM distributions d
        LEFT JOIN escrows e ON e.id = d.id
        WHERE d.community_id = ${communityId} AND d.number = ${number}`
    })

    /** `escrow` is null if the payout has none. */
    const findOrFail = Effect.fn("RunsInEscrow.findOrFail")(function* (communityId: CommunityId, number: number) {
      const row = Option.getOrUndefined(yield* byNumber({ communityId, number }))
      if (row === undefined) return yield* new NotThere({})
      return { run: yield* readRun(row), escrow: yield* joinedEscrow(row) }
    })

    return { findOrFail }
  })
}) {}
