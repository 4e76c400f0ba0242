/** How each vote stands: begun when it opens, moved on by ballots, held while it closes or is cancelled. */
import { SqlClient, SqlSchema } from "@effect/sql"
import { Effect, Option, Schema } from "effect"
import type { ChainEnd } from "./ballot/Ballot"
import { Sums } from "./Tally"

/** The end of a vote's chain, and its sums until then. */
export interface HeldTally {
  readonly end: ChainEnd
  readonly sums: Sums
}

const Held = Schema.Struct({ seq: Schema.Int, head: Schema.String, sums: Schema.parseJson(Sums) })

/** The rows of `standings`. Every method runs in the caller's transaction. */
export class VoteTallies extends Effect.Service<VoteTallies>()("effects/VoteTallies", {
  effect: Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient

    /** Before the first ballot; `digest` is what the chain of ballots begins with. */
    const begin = (proposalId: string, digest: string, sums: Sums) =>
      Effect.orDie(
        sql`INSERT INTO standings ${sql.insert({ proposalId, seq: 0, head: digest, sums: JSON.stringify(sums) })}`
      )

    const held = SqlSchema.findOne({
      Request: Schema.String,
      Result: Held,
      execute: (id) => sql`UPDATE standings SET seq = seq WHERE proposal_id = ${id} RETURNING seq, head, sums`
    })
    /**
     * Ballots, the close and a cancellation each hold this row, so none of them runs beside another until the
     * transaction ends. None for a vote that never opened.
     */
    const hold = (proposalId: string) =>
      Effect.orDie(
        Effect.map(held(proposalId), (row) =>
          Option.map(row, ({ head, seq, sums }): HeldTally => ({ end: { seq, head }, sums }))
        )
      )

    const move = (proposalId: string, { end, sums }: HeldTally) =>
      Effect.orDie(
        sql`UPDATE standings SET seq = ${end.seq}, head = ${end.head}, sums = ${JSON.stringify(sums)}
          WHERE proposal_id = ${proposalId}`
      )

    return { begin, hold, move }
  })
}) {}
