/**
 * Lets people who join the demonstration's film club vote there immediately: only members at a vote's opening may vote
 * in it, so the club opens one as soon as somebody new has joined. Uses the real flows, with its moderator's key. Local
 * mode only.
 */
import { Cause, Clock, Effect, Option, PubSub, Queue, Schema } from "effect"
import { Activity } from "~/effects/activity/activity/Activity.server"
import { Sql } from "~/effects/base/db/statements.server"
import { CommunitiesRepo } from "~/effects/communities/communities/CommunitiesRepo.server"
import { ProposalsRepo } from "~/effects/governance/proposals/ProposalsRepo.server"
import { ProposalId } from "~/effects/governance/votes/fields"
import { demoAccount } from "./accounts"
import { open, publish } from "./bringVotes.server"
import { demoCommunityId, fixedId, SEED } from "./DemoSeed.server"
import type { DemoVote } from "./demoVotes"

const CLUB = "night-film"
/** With this many open votes, no further one opens until one closes. */
const MOST_OPEN = 3
/** How often to look for people who joined on another server. */
const LOOK_EVERY = "1 minute"

const films = [
  "A Ladder for the Moon",
  "Half Past Harbour",
  "The Baker's Umbrella",
  "Snow on Platform Two",
  "Nine Small Doors",
  "The Night Bus Sings"
]

/** The vote of this number: each has the next three films. */
const voteNo = (number: number): DemoVote => {
  const first = ((number - 1) * 3) % films.length
  return {
    slug: CLUB,
    by: "Agnes Holm",
    kind: "decision",
    title: `Which short film goes first? (round ${number})`,
    summary: "Six minutes before the main film, chosen by the people in the room.",
    body: `Before the main film we show a short one, six minutes at most. Somebody new has joined, so it is time to choose again.

Everybody who is a member now is asked, from the first evening on. Nobody has to have seen any of the three.`,
    voteType: "single",
    choices: films.slice(first, first + 3),
    openedHoursAgo: 0,
    periodHours: 120,
    reviewHours: 0,
    quorumPct: 10,
    thresholdPct: 50,
    ballots: []
  }
}

const decodeFound = Schema.decodeUnknown(
  Schema.Array(Schema.Struct({ waiting: Schema.Int, open: Schema.Int, many: Schema.Int }))
)

/** Opens a vote if somebody has joined since the last one opened. */
export const askNewcomers = Effect.gen(function* () {
  const sql = yield* Sql
  const communities = yield* CommunitiesRepo
  const repo = yield* ProposalsRepo
  const id = demoCommunityId(CLUB)
  const [found] = yield* Effect.flatMap(
    sql`SELECT
      (SELECT COUNT(*) FROM memberships m WHERE m.community_id = ${id} AND m.status = 'active'
        AND m.joined_at > (SELECT MAX(s.created_at) FROM seeds s WHERE s.name = ${SEED})
        AND m.joined_at > (SELECT COALESCE(MAX(p.opens_at), 0) FROM proposals p
          WHERE p.community_id = ${id} AND p.status <> 'draft')) AS waiting,
      (SELECT COUNT(*) FROM proposals p WHERE p.community_id = ${id} AND p.status IN ('review', 'active')) AS open,
      (SELECT COUNT(*) FROM proposals p WHERE p.community_id = ${id} AND p.status <> 'draft') AS many`,
    decodeFound
  )
  if (found === undefined || found.waiting === 0 || found.open >= MOST_OPEN) return
  const vote = voteNo(found.many)
  const club = Option.getOrUndefined(yield* communities.findById(id, demoAccount(vote.by)))
  if (club === undefined || club.membership?.status !== "active") return
  const now = yield* Clock.currentTimeMillis
  const voteId = ProposalId.make(fixedId(`demo/newcomers/${now}`, 12))
  yield* publish(voteId, vote, club.community, null, now)
  yield* open(Option.getOrThrow(yield* repo.findById(id, voteId, null)))
}).pipe(Effect.withSpan("demo.askNewcomers"))

/** Runs as long as the server runs. */
export const followNewcomers = Effect.gen(function* () {
  const { news } = yield* Activity
  const heard = yield* PubSub.subscribe(news)
  const club = demoCommunityId(CLUB)
  const check = Effect.catchAllCause(askNewcomers, (cause) =>
    Effect.logWarning("the newcomers were not asked", Cause.pretty(cause))
  )
  const untilNews = Effect.repeat(Queue.take(heard), { until: (id) => id === club })
  yield* check
  return yield* untilNews.pipe(Effect.timeoutOption(LOOK_EVERY), Effect.zipRight(check), Effect.forever)
}).pipe(Effect.scoped)
