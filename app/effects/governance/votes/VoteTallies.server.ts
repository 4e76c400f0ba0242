/** The tally of each vote: started when it opens, updated by ballots, locked while it closes or is cancelled. */
import { Effect, Option, Schema } from "effect"
import { findOne, Sql } from "~/effects/base/db/statements.server"
import type { ChainEnd } from "./ballot/Ballot"
import type { ProposalId } from "./fields"
import { Sums } from "./Tally"

/** The end of a vote's chain, and its sums up to there. */
export interface HeldTally {
  readonly end: ChainEnd
  readonly sums: Sums
}

const Held = Schema.Struct({ seq: Schema.Int, head: Schema.String, sums: Schema.parseJson(Sums) })

/** Reads and writes the table `vote_tallies`. Every method runs in the caller's transaction. */
export class VoteTallies extends Effect.Service<VoteTallies>()("governance/votes/VoteTallies", {
  effect: Effect.gen(function* () {
    const sql = yield* Sql

    /**
     * Called before the first ballot.
     * @param digest the start of the chain of ballots.
     */
    const begin = (proposalId: ProposalId, digest: string, sums: Sums) =>
      sql`INSERT INTO vote_tallies ${sql.insert({ proposalId, seq: 0, head: digest, sums: JSON.stringify(sums) })}`

    const held = findOne({
      Request: Schema.String,
      Result: Held,
      execute: (id) => sql`UPDATE vote_tallies SET seq = seq WHERE proposal_id = ${id} RETURNING seq, head, sums`
    })
    /**
     * Locks the row until the transaction ends, so that ballots, the close and a cancellation never run at the same
     * time. None for a vote that never opened.
     */
    const hold = (proposalId: ProposalId) =>
      Effect.map(held(proposalId), (row) =>
        Option.map(row, ({ head, seq, sums }): HeldTally => ({ end: { seq, head }, sums }))
      )

    const move = (proposalId: ProposalId, { end, sums }: HeldTally) =>
      sql`UPDATE vote_tallies SET seq = ${end.seq}, head = ${end.head}, sums = ${JSON.stringify(sums)}
          WHERE proposal_id = ${proposalId}`

    return { begin, hold, move }
  })
}) {}
