/** An account's own votes: the receipt of each ballot as a file, and a list, newest first. Only for that account. */

import { Effect, Option, Schema } from "effect"
import { CommunityId } from "~/effects/access/Community"
import type { AccountAddress } from "~/effects/base/addresses/addresses"
import { fillPage, Sql } from "~/effects/base/db/statements.server"
import { Settings } from "~/effects/base/settings/Settings.server"
import { BallotsRepo, entryOf, type SingleBallot } from "./BallotsRepo.server"
import { Choice } from "./ballot/Ballot"
import { choiceWords } from "./ballot/choice"
import { receiptOf } from "./ballot/receipt"
import { DelegatedVoteRecord } from "./DelegatedVoteRecord.server"
import { ProposalId } from "./fields"
import { RECEIPT_SCHEMA } from "./file/checkStatement"
import type { OwnVote } from "./OwnVote"
import { ProposalChoice, VoteType } from "./proposal/Proposal"
import { VotesRepo } from "./VotesRepo.server"

const Line = Schema.Struct({
  proposal: ProposalId,
  number: Schema.Number,
  title: Schema.String,
  communityId: CommunityId,
  community: Schema.String,
  /** 0 if the account can no longer open the proposal's page. */
  isReadable: Schema.Int,
  voteType: VoteType,
  choices: Schema.parseJson(Schema.Array(ProposalChoice)),
  maxSelections: Schema.NullOr(Schema.Int),
  choice: Schema.NullOr(Schema.parseJson(Choice)),
  seq: Schema.Number,
  at: Schema.Number
})

type Keyed = Pick<typeof Line.Type, "at" | "proposal">

/** Key of the last vote on the previous page. */
export interface AfterVote {
  readonly at: number
  /** Empty before the first page. */
  readonly id: string
}

export class OwnVotes extends Effect.Service<OwnVotes>()("governance/votes/OwnVotes", {
  dependencies: [BallotsRepo.Default, VotesRepo.Default, DelegatedVoteRecord.Default],
  effect: Effect.gen(function* () {
    const sql = yield* Sql
    const ballots = yield* BallotsRepo
    const { appOrigin: origin, dAppDefinitionAddress } = yield* Settings
    const votes = yield* VotesRepo
    const record = yield* DelegatedVoteRecord

    const receiptOfBallot = Effect.fn("OwnVotes.receiptOfBallot")(function* (
      proposal: ProposalId,
      asked: SingleBallot
    ) {
      const row = yield* ballots.single(proposal, asked)
      const vote = Option.isNone(row) ? undefined : (yield* votes.opened([proposal])).get(proposal)
      if (Option.isNone(row) || vote === undefined) return Option.none()
      const site = { schema: RECEIPT_SCHEMA, dAppDefinitionAddress, origin } as const
      const file = receiptOf(site, entryOf(vote.proposal, vote.proposalDigest, row.value))
      return Option.some({ file, number: vote.proposal.number })
    })

    /** The ballot with this number, or the account's latest in that vote. */
    const receipt = (proposal: ProposalId, account: AccountAddress, seq: number | null) =>
      receiptOfBallot(proposal, { account, ...(seq === null ? {} : { seq }) })

    /** A ballot of any account, only for comparing; never shown. */
    const receiptAt = (proposal: ProposalId, seq: number) => receiptOfBallot(proposal, { seq })

    const lines = (account: AccountAddress, { at, id }: AfterVote, limit: number) =>
      sql<Keyed>`SELECT p.id AS proposal, p.number, p.title, c.id AS community_id,
          c.name AS community, p.vote_type, p.choices, p.max_selections, v.choice, v.seq, v.voted_at AS at,
          CASE WHEN c.visibility <> 'private' OR m.status IN ('active', 'suspended') THEN 1 ELSE 0 END AS is_readable
        FROM voters v JOIN proposals p ON p.id = v.proposal_id JOIN communities c ON c.id = p.community_id
        LEFT JOIN memberships m ON m.community_id = c.id AND m.account_address = v.account_address
        WHERE v.account_address = ${account} AND v.voted_at IS NOT NULL
          AND (v.voted_at < ${at} OR (v.voted_at = ${at} AND v.proposal_id < ${id}))
        ORDER BY v.voted_at DESC, v.proposal_id DESC LIMIT ${limit}`

    /** The ballot that counts in each vote. Replaced ones are in the ballot file. */
    const page = Effect.fn("OwnVotes.page")(function* (
      account: AccountAddress,
      after: AfterVote | null,
      limit: number
    ) {
      const { rows } = yield* fillPage({
        after: after ?? { at: Number.MAX_SAFE_INTEGER, id: "" },
        limit,
        read: (from) => lines(account, from, limit),
        row: Line,
        message: "a vote is left out of the list of one's own",
        keyOf: ({ at, proposal }): AfterVote => ({ at, id: proposal })
      })
      return rows.map(
        ({ choice, choices, isReadable, maxSelections, voteType, ...line }): OwnVote => ({
          ...line,
          isReadable: isReadable === 1,
          words: choice === null ? null : choiceWords({ voteType, choices, maxSelections }, choice)
        })
      )
    })

    /** How delegations from and to the account were used. */
    const { delegatedBy, delegatedTo } = record

    return { receipt, receiptAt, page, delegatedBy, delegatedTo }
  })
}) {}
