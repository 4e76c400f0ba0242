/**
 * Records of how an account's delegations were used, and of how it used those to it, from the frozen lists of votes.
 */
import { Effect, Schema } from "effect"
import { CommunityId, ResultsVisibility, WeightMode } from "~/effects/access/Community"
import { AccountAddress } from "~/effects/base/addresses/addresses"
import { findAll, Sql } from "~/effects/base/db/statements.server"
import { Choice } from "./ballot/Ballot"
import { choiceWords } from "./ballot/choice"
import type { DelegatedVoteLine, DelegatedVotePage } from "./delegated/DelegatedVoteLine"
import { limitOf } from "./delegated/delegatedWeight"
import { ProposalId } from "./fields"
import { ProposalChoice, ProposalKind, ProposalStatus, VoteType } from "./proposal/Proposal"
import { visibleResults } from "./proposal/visibleResults"
import { Snapshot } from "./snapshot"

const Row = Schema.Struct({
  proposal: ProposalId,
  number: Schema.Int,
  title: Schema.String,
  communityId: CommunityId,
  community: Schema.String,
  kind: ProposalKind,
  status: ProposalStatus,
  weightMode: WeightMode,
  snapshot: Schema.NullOr(Schema.parseJson(Snapshot)),
  opensAt: Schema.Number,
  closesAt: Schema.Number,
  resultsVisibility: ResultsVisibility,
  voteType: VoteType,
  choices: Schema.parseJson(Schema.Array(ProposalChoice)),
  maxSelections: Schema.NullOr(Schema.Int),
  delegator: AccountAddress,
  delegate: AccountAddress,
  delegatorName: Schema.NullOr(Schema.String),
  delegateName: Schema.NullOr(Schema.String),
  weight: Schema.String,
  /** Of the delegator's own ballot. */
  ownSeq: Schema.NullOr(Schema.Int),
  delegateSeq: Schema.NullOr(Schema.Int),
  excluded: Schema.NullOr(Schema.String),
  delegateChoice: Schema.NullOr(Schema.parseJson(Choice)),
  votedAt: Schema.NullOr(Schema.Number)
})
type Row = typeof Row.Type

const lineOf =
  (account: AccountAddress, now: number) =>
  (row: Row): DelegatedVoteLine => {
    const isOwnBallot = row.delegate === account
    // The delegate knows their own choice; a delegator sees it only if results are visible to them.
    const hasVoted = isOwnBallot ? row.delegateSeq !== null : row.ownSeq !== null
    const mayRead = isOwnBallot || visibleResults(row, { hasVoted }, now).shown
    const {
      communityId,
      community,
      delegate,
      delegateName,
      kind,
      delegator,
      delegatorName,
      number,
      proposal,
      status,
      title,
      weight
    } = row
    return {
      proposal,
      number,
      title,
      communityId,
      community,
      kind,
      status,
      closesAt: row.closesAt,
      isOpen: status === "active" && row.closesAt > now,
      delegator: { account: delegator, name: delegatorName, picture: null },
      delegate: { account: delegate, name: delegateName, picture: null },
      weight,
      use:
        row.ownSeq !== null ? "own" : row.delegateSeq === null ? "idle" : row.excluded === null ? "used" : "excluded",
      resultsVisibility: row.resultsVisibility,
      hasLimit: row.snapshot !== null && limitOf({ snapshot: row.snapshot, weightMode: row.weightMode }) !== null,
      choice: row.delegateChoice === null || !mayRead ? null : choiceWords(row, row.delegateChoice),
      votedAt: row.votedAt
    }
  }

/** Sorts again, because the joins do not keep the order in which the page was found. */
const newestFirst = (one: Row, other: Row): number =>
  other.closesAt - one.closesAt || (keyOf(one) < keyOf(other) ? 1 : -1)
const keyOf = ({ delegator, proposal }: Row) => `${proposal} ${delegator}`

/** Whose record it is, as a column of the table. */
type Side = "delegator" | "delegate"

export interface DelegatedAsked {
  readonly account: AccountAddress
  /** Null for all communities. */
  readonly community: CommunityId | null
  /** Unix milliseconds. */
  readonly now: number
  readonly limit: number
  /** `next` of the previous page; null or an invalid key starts with the newest. */
  readonly after: string | null
}

const Asked = Schema.Struct({
  account: AccountAddress,
  community: Schema.NullOr(CommunityId),
  side: Schema.Literal("delegator", "delegate"),
  after: Schema.Struct({ closesAt: Schema.Number, proposal: Schema.String, delegator: Schema.String }),
  limit: Schema.Int
})
const NEWEST: typeof Asked.Type.after = { closesAt: Number.MAX_SAFE_INTEGER, proposal: "", delegator: "" }

const readAfter = (text: string | null): typeof Asked.Type.after => {
  const [, at, proposal, delegator] = /^(\d{1,15})~([a-z2-7]{12})~(account_[a-z0-9_]{40,100})$/.exec(text ?? "") ?? []
  if (at === undefined || proposal === undefined || delegator === undefined) return NEWEST
  return { closesAt: Number(at), proposal, delegator }
}

/** Reads `vote_delegations` and the tables joined to it; writes nothing. */
export class DelegatedVoteRecord extends Effect.Service<DelegatedVoteRecord>()("governance/votes/DelegatedVoteRecord", {
  effect: Effect.gen(function* () {
    const sql = yield* Sql

    const lines = findAll({
      Request: Asked,
      Result: Row,
      // Finds the page by its own key first, so that the joined tables are read for those rows only.
      execute: ({ account, after, community, limit, side }) => sql`SELECT p.id AS proposal, p.number, p.title,
          c.id AS community_id, c.name AS community, p.kind, p.status, p.weight_mode, p.snapshot, p.opens_at, p.closes_at, p.results_visibility,
          p.vote_type, p.choices, p.max_selections, l.delegator, l.delegate, lu.username AS delegator_name,
          du.username AS delegate_name, f.weight, f.seq AS own_seq, l.excluded, t.seq AS delegate_seq, t.choice AS delegate_choice,
          t.voted_at
        FROM (SELECT l.proposal_id, l.delegator, l.delegate, l.excluded FROM vote_delegations l
          WHERE ${sql(`l.${side}`)} = ${account}
            AND ${community === null ? sql`1 = 1` : sql`l.community_id = ${community}`}
            AND (l.closes_at, l.proposal_id, l.delegator) < (${after.closesAt}, ${after.proposal}, ${after.delegator})
          ORDER BY l.closes_at DESC, l.proposal_id DESC, l.delegator DESC LIMIT ${limit}) l
        JOIN proposals p ON p.id = l.proposal_id JOIN communities c ON c.id = p.community_id
        JOIN voters f ON f.proposal_id = l.proposal_id AND f.account_address = l.delegator
        JOIN voters t ON t.proposal_id = l.proposal_id AND t.account_address = l.delegate
        LEFT JOIN users lu ON lu.account_address = l.delegator AND lu.status = 'active'
        LEFT JOIN users du ON du.account_address = l.delegate AND du.status = 'active'`
    })

    /** One page, newest first, of one community or of all. */
    const page = Effect.fn("DelegatedVoteRecord.page")(function* (side: Side, asked: DelegatedAsked) {
      const { account, community, limit, now } = asked
      const after = readAfter(asked.after)
      const found = yield* lines({ account, community, side, after, limit: limit + 1 })
      const rows = found.toSorted(newestFirst)
      const last = rows.length > limit ? rows[limit - 1] : undefined
      return {
        lines: rows.slice(0, limit).map(lineOf(account, now)),
        next: last === undefined ? null : `${last.closesAt}~${last.proposal}~${last.delegator}`
      } satisfies DelegatedVotePage
    })

    return {
      /** Votes in which this account had delegated its vote. */
      delegatedBy: (asked: DelegatedAsked) => page("delegator", asked),
      /** Votes in which others had delegated to this account, one line for each of them. */
      delegatedTo: (asked: DelegatedAsked) => page("delegate", asked)
    }
  })
}) {}
