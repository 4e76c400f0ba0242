/**
 * Notifies delegators when their vote was used, and how they can vote themselves while the vote is open
 * (docs/votes.md). The choice is not in the message, since results may be hidden. Runs in the transaction that stores
 * the ballots.
 */
import { SqlClient, SqlSchema } from "@effect/sql"
import { Array as Arr, Effect, Schema } from "effect"
import { CommunityId } from "~/effects/access/Community"
import { Notifications, type Telling } from "~/effects/activity/notifications/Notifications.server"
import { counted } from "~/effects/base/text/counted"
import type { OpenEntry } from "./ballot/Ballot"
import type { HeldVote } from "./ballot/takeTogether"
import { timeWords } from "./time"

const Told = Schema.Struct({
  proposalId: Schema.String,
  delegate: Schema.String,
  lender: Schema.String,
  name: Schema.String,
  excluded: Schema.NullOr(Schema.Literal("suspended", "left"))
})
const Ids = Schema.Array(Schema.String)

/** Accounts in one statement. */
const AT_ONCE = 1_000

/** The rows of each delegate in each vote, in parts. */
const groupsOf = (rows: ReadonlyArray<typeof Told.Type>): ReadonlyArray<ReadonlyArray<typeof Told.Type>> =>
  Object.values(
    Arr.groupBy(rows, ({ delegate, excluded, proposalId }) => `${proposalId} ${delegate} ${excluded}`)
  ).flatMap((group) => Arr.chunksOf(group, AT_ONCE))

export const makeDelegationNotices = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const notifications = yield* Notifications

  const lenders = SqlSchema.findAll({
    Request: Schema.Struct({ ids: Ids, delegates: Ids }),
    Result: Told,
    execute: ({ delegates, ids }) => sql`SELECT l.proposal_id, l.delegate, l.lender, l.excluded,
          COALESCE(u.username, 'Somebody') AS name
        FROM vote_delegations l JOIN voters f ON f.proposal_id = l.proposal_id AND f.account_address = l.lender
        LEFT JOIN users u ON u.account_address = l.delegate AND u.status = 'active'
        WHERE ${sql.in("l.proposal_id", ids)} AND ${sql.in("l.delegate", delegates)} AND f.seq IS NULL
        ORDER BY l.proposal_id, l.delegate, l.lender`
  })

  const about = ({ proposal: { community, number } }: HeldVote) =>
    ({
      type: "lentVote",
      communityId: CommunityId.make(community.id),
      target: `/community/detail/${community.id}/proposals?p=${number}`,
      importance: "normal"
    }) as const

  /** To the delegators of one delegate, who all get the same text. */
  const tellingOf = (
    rows: ReadonlyArray<typeof Told.Type>,
    votes: ReadonlyMap<string, HeldVote>
  ): ReadonlyArray<Telling> => {
    const [first] = rows
    const vote = first === undefined ? undefined : votes.get(first.proposalId)
    if (first === undefined || vote === undefined) return []
    const { closesAt, title } = vote.proposal
    const text =
      first.excluded === null
        ? `${first.name} voted on “${title}”, also with the vote you delegated. If you vote yourself by ${timeWords(Date.parse(closesAt))}, only your own ballot counts.`
        : `${first.name} voted on “${title}” without the vote you delegated: you were ${first.excluded === "left" ? "no longer a member here" : "suspended"}.`
    return [{ ...about(vote), to: rows.map(({ lender }) => lender), text }]
  }

  /** To a delegate whose ballot does not use everything that was delegated to them. */
  const toDelegate = (
    rows: ReadonlyArray<typeof Told.Type>,
    votes: ReadonlyMap<string, HeldVote>
  ): ReadonlyArray<Telling> => {
    const [first] = rows
    const vote = first === undefined ? undefined : votes.get(first.proposalId)
    if (first === undefined || vote === undefined) return []
    const delegators = counted(rows.length, "delegated vote")
    const text = `Your ballot on “${vote.proposal.title}” does not count ${delegators}: the delegators were suspended or no longer members when you voted.`
    return [{ ...about(vote), to: [first.delegate], text }]
  }

  return {
    /** @param entries ballots that were just stored, the latest of each voter. */
    voted: (entries: ReadonlyArray<OpenEntry>, votes: ReadonlyMap<string, HeldVote>) =>
      Effect.gen(function* () {
        const used = entries.filter(
          ({ ballot }) => votes.get(ballot.proposal)?.proposal.snapshot.delegations !== undefined
        )
        if (used.length === 0) return
        const ids = [...new Set(used.map(({ ballot }) => ballot.proposal))]
        const cast = new Set(used.map(({ ballot }) => `${ballot.proposal} ${ballot.account}`))
        const rows = yield* lenders({ ids, delegates: [...new Set(used.map(({ ballot }) => ballot.account))] })
        const meant = rows.filter(({ delegate, proposalId }) => cast.has(`${proposalId} ${delegate}`))
        const unused = Arr.groupBy(
          meant.filter(({ excluded }) => excluded !== null),
          ({ delegate, proposalId }) => `${proposalId} ${delegate}`
        )
        yield* notifications.tellAll([
          ...groupsOf(meant).flatMap((group) => tellingOf(group, votes)),
          ...Object.values(unused).flatMap((group) => toDelegate(group, votes))
        ])
      }).pipe(Effect.orDie)
  }
})
