/**
 * Objections in a vote by consent, each with its author's answer. An objection stands while it is its voter's latest
 * ballot; another ballot withdraws it.
 */
import { Clock, Effect, Schema } from "effect"
import { AccountAddress } from "~/effects/base/addresses/addresses"
import { findAll, Sql } from "~/effects/base/db/statements.server"
import { WrongState } from "~/effects/base/failures/failures"
import type { ProposalId } from "~/effects/governance/votes/fields"
import { MOST_OBJECTIONS, sidesOf } from "~/effects/governance/votes/proposal/voteTypes"
import { PersonColumns, personColumns } from "~/effects/people/users/people.server"
import { ProposalNotices } from "./ProposalNotices.server"
import type { ProposalRow } from "./rows.server"

const Objection = Schema.Struct({
  seq: Schema.Int,
  account: AccountAddress,
  reason: Schema.String,
  castAt: Schema.String,
  answer: Schema.NullOr(Schema.String),
  answeredAt: Schema.NullOr(Schema.Number),
  ...PersonColumns.fields
})

export class Objections extends Effect.Service<Objections>()("governance/proposals/Objections", {
  dependencies: [ProposalNotices.Default],
  effect: Effect.gen(function* () {
    const sql = yield* Sql
    const notices = yield* ProposalNotices
    const against = sidesOf("consent")?.against.key ?? ""

    const active = findAll({
      Request: Schema.String,
      Result: Objection,
      execute: (id) => sql`SELECT b.seq, b.account_address AS account, b.reason, b.cast_at, a.body AS answer,
          a.at AS answered_at, ${sql.literal(personColumns)}
        FROM voters v
        JOIN ballots b ON b.proposal_id = v.proposal_id AND b.seq = v.seq
        LEFT JOIN objection_answers a ON a.proposal_id = b.proposal_id AND a.seq = b.seq
        LEFT JOIN users u ON u.account_address = b.account_address
        WHERE v.proposal_id = ${id} AND b.choice_key = ${against}
        ORDER BY b.seq LIMIT ${MOST_OBJECTIONS}`
    })

    /** Answers an objection that stands, or changes the answer; its voter is notified. */
    const answer = Effect.fn("Objections.answer")(function* (
      row: ProposalRow,
      author: AccountAddress,
      seq: number,
      body: string
    ) {
      const objection = (yield* active(row.id)).find((one) => one.seq === seq)
      if (objection === undefined || row.voteType !== "consent" || row.status === "cancelled") {
        return yield* new WrongState({ thing: "objection", state: "no longer standing", action: "answering" })
      }
      const now = yield* Clock.currentTimeMillis
      const made = { proposalId: row.id, seq, author, body, at: now }
      yield* sql`INSERT INTO objection_answers ${sql.insert(made)}
        ON CONFLICT (proposal_id, seq) DO UPDATE SET author = ${author}, body = ${body}, at = ${now}`
      yield* notices.voter(row, objection.account, `Your objection in “${row.title}” was answered.`)
    })

    return { active: (id: ProposalId) => active(id), answer }
  })
}) {}
