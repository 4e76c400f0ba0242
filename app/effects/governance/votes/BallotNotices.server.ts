/**
 * Notices of ballots, in the transaction that stores them: to delegators whose vote was used, with how they can vote
 * themselves while the vote is open (docs/votes.md), and to the author of a vote by consent about objections. The
 * choice of a delegate is not in the message, since results may be hidden; those of a consent never are.
 */
import { Array as Arr, Effect, Schema } from "effect"
import { type NewNotification, Notifications } from "~/effects/activity/notifications/Notifications.server"
import { findAll, Sql } from "~/effects/base/db/statements.server"
import { counted } from "~/effects/base/text/counted"
import { isSealedBallot, type OpenEntry } from "./ballot/Ballot"
import type { HeldVote } from "./ballot/takeTogether"
import { ProposalId } from "./fields"
import { sidesOf } from "./proposal/voteTypes"
import { timeWords } from "./time"

const Delegated = Schema.Struct({
  proposalId: ProposalId,
  delegate: Schema.String,
  delegator: Schema.String,
  name: Schema.String,
  excluded: Schema.NullOr(Schema.Literal("suspended", "left"))
})
const Ids = Schema.Array(Schema.String)

/** Accounts in one statement. */
const AT_ONCE = 1_000

/** Rows of one delegate in one vote. */
type Group = Arr.NonEmptyReadonlyArray<typeof Delegated.Type>

/** The rows of each delegate in each vote, in parts. */
const groupsOf = (rows: ReadonlyArray<typeof Delegated.Type>): ReadonlyArray<Group> =>
  Object.values(
    Arr.groupBy(rows, ({ delegate, excluded, proposalId }) => `${proposalId} ${delegate} ${excluded}`)
  ).flatMap((group) => Arr.chunksOf(group, AT_ONCE))

const placeOf = ({ proposal: { community, number } }: HeldVote) =>
  ({
    communityId: community.id,
    target: `/community/detail/${community.id}/proposals?p=${number}`,
    importance: "normal"
  }) as const

/** To the author, who answers objections; nothing about the author's own. */
const objectionsIn = (
  entries: ReadonlyArray<OpenEntry>,
  votes: ReadonlyMap<string, HeldVote>
): ReadonlyArray<NewNotification> =>
  entries.flatMap(({ ballot }) => {
    const vote = votes.get(ballot.proposal)
    if (vote === undefined || isSealedBallot(ballot) || ballot.account === vote.proposal.author) return []
    const { author, title, voteType } = vote.proposal
    if (voteType !== "consent" || ballot.choice !== sidesOf(voteType)?.against.key) return []
    const text = `An objection to your proposal “${title}” awaits your answer.`
    return [{ ...placeOf(vote), to: [author], type: "ownProposal", text }]
  })

export const makeBallotNotices = Effect.gen(function* () {
  const sql = yield* Sql
  const notifications = yield* Notifications

  const delegators = findAll({
    Request: Schema.Struct({ ids: Ids, delegates: Ids }),
    Result: Delegated,
    execute: ({ delegates, ids }) => sql`SELECT l.proposal_id, l.delegate, l.delegator, l.excluded,
          COALESCE(u.username, 'Somebody') AS name
        FROM vote_delegations l JOIN voters f ON f.proposal_id = l.proposal_id AND f.account_address = l.delegator
        LEFT JOIN users u ON u.account_address = l.delegate AND u.status = 'active'
        WHERE ${sql.in("l.proposal_id", ids)} AND ${sql.in("l.delegate", delegates)} AND f.seq IS NULL
        ORDER BY l.proposal_id, l.delegate, l.delegator`
  })

  const notice = (
    rows: Group,
    votes: ReadonlyMap<string, HeldVote>,
    make: (vote: HeldVote) => Pick<NewNotification, "to" | "text">
  ) => {
    const vote = votes.get(rows[0].proposalId)
    if (vote === undefined) return []
    return [{ ...make(vote), ...placeOf(vote), type: "delegation" } satisfies NewNotification]
  }

  /** The delegators of one delegate all get the same text. */
  const toDelegators =
    (rows: Group) =>
    ({ proposal: { closesAt, title } }: HeldVote) => {
      const { excluded, name } = rows[0]
      const text =
        excluded === null
          ? `${name} voted on “${title}”, also with the vote you delegated. If you vote yourself by ${timeWords(Date.parse(closesAt))}, only your own ballot counts.`
          : `${name} voted on “${title}” without the vote you delegated: you were ${excluded === "left" ? "no longer a member here" : "suspended"}.`
      return { to: rows.map(({ delegator }) => delegator), text }
    }

  /** To a delegate whose ballot does not use everything that was delegated to them. */
  const toDelegate =
    (rows: Group) =>
    ({ proposal: { title } }: HeldVote) => ({
      to: [rows[0].delegate],
      text: `Your ballot on “${title}” does not count ${counted(rows.length, "delegated vote")}: the delegators were suspended or no longer members when you voted.`
    })

  return {
    /** @param entries ballots that were just stored, the latest of each voter. */
    cast: (entries: ReadonlyArray<OpenEntry>, votes: ReadonlyMap<string, HeldVote>) =>
      Effect.gen(function* () {
        const objections = objectionsIn(entries, votes)
        if (objections.length > 0) yield* notifications.notifyAll(objections)
        const used = entries.filter(
          ({ ballot }) => votes.get(ballot.proposal)?.proposal.snapshot.delegations !== undefined
        )
        if (used.length === 0) return
        const ids = [...new Set(used.map(({ ballot }) => ballot.proposal))]
        const cast = new Set(used.map(({ ballot }) => `${ballot.proposal} ${ballot.account}`))
        const rows = yield* delegators({ ids, delegates: [...new Set(used.map(({ ballot }) => ballot.account))] })
        const meant = rows.filter(({ delegate, proposalId }) => cast.has(`${proposalId} ${delegate}`))
        const unused = Arr.groupBy(
          meant.filter(({ excluded }) => excluded !== null),
          ({ delegate, proposalId }) => `${proposalId} ${delegate}`
        )
        yield* notifications.notifyAll([
          ...groupsOf(meant).flatMap((group) => notice(group, votes, toDelegators(group))),
          ...Object.values(unused).flatMap((group) => notice(group, votes, toDelegate(group)))
        ])
      })
  }
})
