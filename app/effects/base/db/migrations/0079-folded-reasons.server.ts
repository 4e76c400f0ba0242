/**
 * `reason_key` of ballots: the reason as a search compares it. LOWER folds what is ASCII alike on both databases; the rest is
 * folded here, by the rule that every search goes by.
 */
import { SqlClient } from "@effect/sql"
import { Effect } from "effect"
import { fold } from "~/effects/base/text/fold"

/** Rows read at once. */
const PIECE = 500

interface Row {
  readonly proposalId: string
  readonly seq: number
  readonly reason: string
}

export const foldedReasons = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql.unsafe(`ALTER TABLE ballots ADD COLUMN reason_key TEXT NOT NULL DEFAULT ''`)
  yield* sql`UPDATE ballots SET reason_key = LOWER(reason) WHERE reason <> ''`
  for (let [id, seq] = ["", 0]; ; ) {
    const rows: ReadonlyArray<Row> = yield* sql<Row>`SELECT proposal_id, seq, reason FROM ballots
      WHERE (proposal_id, seq) > (${id}, ${seq}) AND OCTET_LENGTH(reason) <> LENGTH(reason)
      ORDER BY proposal_id, seq LIMIT ${PIECE}`
    for (const row of rows) {
      yield* sql`UPDATE ballots SET reason_key = ${fold(row.reason)}
        WHERE proposal_id = ${row.proposalId} AND seq = ${row.seq}`
    }
    const last = rows.at(-1)
    if (last === undefined || rows.length < PIECE) return
    ;[id, seq] = [last.proposalId, Number(last.seq)]
  }
})
