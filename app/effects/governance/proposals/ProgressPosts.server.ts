/** Updates on a proposal after its close, and the note on its outcome. */
import { Clock, Effect, Schema } from "effect"
import { Sql, single } from "~/effects/base/db/statements.server"
import { WrongState } from "~/effects/base/failures/failures"
import { atomically } from "~/effects/base/limits/atomically.server"
import { withLocks } from "~/effects/base/limits/locks.server"
import { isClosed } from "~/effects/governance/votes/proposal/lifeCycle"
import type { ProposalRow } from "./rows.server"

const MOST_POSTS = 50

const requireClosed = (row: ProposalRow, action: string) =>
  isClosed(row.status) ? Effect.void : new WrongState({ thing: "proposal", state: "not closed yet", action })

export class ProgressPosts extends Effect.Service<ProgressPosts>()("governance/proposals/ProgressPosts", {
  effect: Effect.gen(function* () {
    const sql = yield* Sql
    const count = single({
      Request: Schema.String,
      Result: Schema.Struct({ n: Schema.Int }),
      execute: (id) => sql`SELECT COUNT(*) AS n FROM proposal_progress WHERE proposal_id = ${id}`
    })

    const addProgress = Effect.fn("ProgressPosts.addProgress")(function* (
      row: ProposalRow,
      author: string,
      body: string
    ) {
      yield* requireClosed(row, "posting an update")
      const now = yield* Clock.currentTimeMillis
      yield* withLocks(sql, [`progress:${row.id}`])
      const { n } = yield* count(row.id)
      if (n >= MOST_POSTS)
        return yield* new WrongState({
          thing: "proposal",
          state: "at its limit of 50 updates",
          action: "another update"
        })
      yield* sql`INSERT INTO proposal_progress ${sql.insert({ proposalId: row.id, seq: n + 1, author, body, at: now })}`
    }, atomically(sql))

    const noteOutcome = Effect.fn("ProgressPosts.noteOutcome")(function* (row: ProposalRow, note: string) {
      yield* requireClosed(row, "a note on its outcome")
      const now = yield* Clock.currentTimeMillis
      yield* sql`UPDATE proposals SET outcome_note = ${note === "" ? null : note}, updated_at = ${now}
        WHERE id = ${row.id}`
    })

    return { addProgress, noteOutcome }
  })
}) {}
