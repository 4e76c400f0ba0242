/**
 * The demonstration's votes, made by running the real flows with its people's keys, each at its time: signed and
 * published, opened with the ledger's state, voted on, closed. Every step checks first whether it is done, so that an
 * interrupted start is continued. Local mode only.
 */

import { SqlClient } from "@effect/sql"
import { ed25519 } from "@noble/curves/ed25519.js"
import { bytesToHex } from "@noble/hashes/utils.js"
import { Clock, Duration, Effect, Layer, Option } from "effect"
import type { Community, CommunityId } from "~/effects/access/Community"
import { Sql } from "~/effects/base/db/statements.server"
import { atomically } from "~/effects/base/limits/atomically.server"
import { randomToken } from "~/effects/base/text/random.server"
import { proposalStatement, statementDigest } from "~/effects/base/text/statement"
import { Ledger } from "~/effects/chain/ledger/Ledger.server"
import { CommunitiesRepo } from "~/effects/communities/communities/CommunitiesRepo.server"
import { Closings } from "~/effects/governance/proposals/Closings.server"
import { keyed } from "~/effects/governance/proposals/forms"
import { PROPOSALS_JOB } from "~/effects/governance/proposals/job.server"
import { Openings } from "~/effects/governance/proposals/Openings.server"
import { Proposals } from "~/effects/governance/proposals/Proposals.server"
import { ProposalsRepo } from "~/effects/governance/proposals/ProposalsRepo.server"
import type { DraftAction, ProposalRow } from "~/effects/governance/proposals/rows.server"
import { changeAction } from "~/effects/governance/proposals/settingsAction.server"
import { fieldsOf, type Stated, signedProposal } from "~/effects/governance/proposals/statement.server"
import { BallotBox } from "~/effects/governance/votes/BallotBox.server"
import { ProposalId } from "~/effects/governance/votes/fields"
import { HOUR_MS } from "~/effects/governance/votes/proposal/lifeCycle"
import { BASIC_CHOICES, type ProposalText } from "~/effects/governance/votes/proposal/Proposal"
import { rolaHash } from "~/effects/people/wallet-session/proof/rola"
import { Statements } from "~/effects/people/wallet-session/proof/Statements.server"
import { demoAccount, demoSecret } from "./accounts"
import { demoCommunities } from "./communities"
import { demoCommunityId, fixedId } from "./DemoSeed.server"
import type { DemoBallot, DemoVote } from "./demoVotes"
import { withoutJob } from "./withoutJob.server"

/**
 * Renumbers the events of the demonstration's communities in the order in which they happened, because what its people
 * did at earlier times was recorded after the rest. Local mode only.
 */
const orderEventsOf = (id: CommunityId) =>
  Effect.flatMap(SqlClient.SqlClient, (sql) =>
    Effect.gen(function* () {
      // Locks the row, so that new events wait.
      yield* sql`UPDATE communities SET activity_seq = activity_seq WHERE id = ${id}`
      yield* sql`UPDATE activity_events SET seq = -placed.place
        FROM (SELECT seq AS number, ROW_NUMBER() OVER (ORDER BY at, seq) AS place FROM activity_events
          WHERE community_id = ${id}) AS placed
        WHERE community_id = ${id} AND activity_events.seq = placed.number`
      yield* sql`UPDATE activity_events SET seq = -seq WHERE community_id = ${id} AND seq < 0`
    }).pipe(Effect.orDie, atomically(sql))
  )

export const orderEvents = Effect.forEach(demoCommunities, ({ slug }) => orderEventsOf(demoCommunityId(slug)), {
  discard: true
}).pipe(Effect.withSpan("orderEvents"))

/**
 * What the demonstration's people did before the first start: runs the real flows with a clock that is behind by this
 * much. The ledger keeps its own time. Local mode only.
 */
const earlier =
  (by: Duration.DurationInput) =>
  <A, E, R>(effect: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
    Effect.flatMap(Effect.clock, (clock) => {
      const millis = Duration.toMillis(by)
      const unsafeCurrentTimeMillis = () => clock.unsafeCurrentTimeMillis() - millis
      const unsafeCurrentTimeNanos = () => clock.unsafeCurrentTimeNanos() - BigInt(millis) * 1_000_000n
      return Effect.withClock(effect, {
        [Clock.ClockTypeId]: Clock.ClockTypeId,
        unsafeCurrentTimeMillis,
        unsafeCurrentTimeNanos,
        currentTimeMillis: Effect.sync(unsafeCurrentTimeMillis),
        currentTimeNanos: Effect.sync(unsafeCurrentTimeNanos),
        sleep: (duration) => clock.sleep(duration)
      })
    })

/** Runs an effect with a clock that shows this instant now. */
export const at =
  (instant: number) =>
  <A, E, R>(effect: Effect.Effect<A, E, R>) =>
    Effect.flatMap(Clock.currentTimeMillis, (now) => earlier(now - instant)(effect))

/** A wallet's response to a challenge of this site. */
const proofOf = (name: string, digest: string) =>
  Effect.map(Statements, ({ ours }) => ({
    curve: "curve25519" as const,
    publicKey: bytesToHex(ed25519.getPublicKey(demoSecret(name))),
    signature: bytesToHex(ed25519.sign(rolaHash(digest, ours), demoSecret(name)))
  }))

const textOf = (vote: DemoVote, opensAt: number): ProposalText => ({
  kind: vote.kind,
  title: vote.title,
  summary: vote.summary,
  body: vote.body,
  voteType: vote.voteType,
  choices: vote.choices === undefined ? BASIC_CHOICES : keyed(vote.choices.map((label) => ({ label, note: "" }))),
  maxSelections: null,
  seats: null,
  reviewHours: vote.reviewHours,
  opensAt,
  closesAt: opensAt + vote.periodHours * HOUR_MS,
  quorumPct: vote.quorumPct,
  thresholdPct: vote.thresholdPct
})

/** The thread's number, if the vote came from a thread. */
const threadOf = ({ thread }: DemoVote, { id }: Community) =>
  Effect.gen(function* () {
    if (thread === undefined) return null
    const sql = yield* Sql
    const [row] = yield* sql<{
      readonly number: number
    }>`SELECT number FROM threads WHERE community_id = ${id} AND title = ${thread}`
    return row?.number ?? null
  })

export const publish = (
  id: ProposalId,
  vote: DemoVote,
  community: Community,
  action: DraftAction | null,
  opensAt: number
) =>
  Effect.gen(function* () {
    const proposals = yield* Proposals
    const publishAt = yield* Clock.currentTimeMillis
    const author = demoAccount(vote.by)
    const text = textOf(vote, opensAt)
    const { resultsVisibility, weightMode } = community.governance
    const actionHash = action?.hash ?? null
    const stated: Stated = { id, communityId: community.id, author, text, weightMode, resultsVisibility, actionHash }
    const nonce = (yield* randomToken).slice(0, 32)
    const digest = statementDigest(proposalStatement(fieldsOf(stated, publishAt, nonce)))
    const signed = yield* signedProposal(stated, { publishAt, nonce, proof: yield* proofOf(vote.by, digest) })
    const threadNumber = yield* threadOf(vote, community)
    yield* proposals.publish({ id, community, author, role: "member", text, action, threadNumber, signed })
  })

/** The ledger as it is, but with the same delayed clock as everything here. */
const ledgerAt = (instant: number) =>
  Layer.effect(
    Ledger,
    Effect.map(Ledger, (ledger) => {
      const currentState = () =>
        Effect.map(ledger.currentState(), (state) => ({
          ...state,
          time: { ...state.time, at: new Date(instant).toISOString() }
        }))
      return new Ledger({ ...ledger, currentState })
    })
  )

export const open = (row: ProposalRow) =>
  Effect.flatMap(Openings, (openings) => openings.openOrWait(row.communityId, row.id)).pipe(
    at(row.opensAt),
    Effect.provide(Layer.provide(Openings.Default, ledgerAt(row.opensAt)))
  )

const cast = (row: ProposalRow, { by, choice, hours, reason = "" }: DemoBallot) =>
  Effect.gen(function* () {
    const box = yield* BallotBox
    const account = demoAccount(by)
    const { ballot, digest } = yield* box.prepare({ account, proposal: row.id, choice, reason })
    yield* box.cast(account, { ballot, proof: yield* proofOf(by, digest) })
  }).pipe(at(row.opensAt + hours * HOUR_MS))

const report = (row: ProposalRow, words: string | undefined) =>
  Effect.gen(function* () {
    if (words === undefined || row.progressCount > 0 || row.status === "active") return
    const proposals = yield* Proposals
    yield* at(row.closesAt + HOUR_MS)(proposals.addProgress(row, row.author, words))
  })

export const idOf = ({ slug, title }: DemoVote) => ProposalId.make(fixedId(`demo/vote/${slug}/${title}`, 12))

/** Whether the vote was published. */
export const isBrought = (vote: DemoVote) =>
  Effect.flatMap(ProposalsRepo, (repo) =>
    Effect.map(repo.findById(demoCommunityId(vote.slug), idOf(vote), null), Option.isSome)
  )

/** In their order, from where an earlier start stopped. */
const castAll = (row: ProposalRow, { ballots }: DemoVote) =>
  Effect.forEach(ballots.slice(row.sums?.ballots ?? 0), (ballot) => cast(row, ballot), { discard: true })

/**
 * Publishes and opens a vote; if its time is over, also casts the ballots and closes it. Returns what is still to be
 * voted on.
 */
const begin = Effect.fn("bringVotes.begin")(function* (
  vote: DemoVote,
  community: Community,
  action: DraftAction | null
) {
  const repo = yield* ProposalsRepo
  const closings = yield* Closings
  const id = idOf(vote)
  const row = Effect.map(repo.findById(community.id, id, null), Option.getOrThrow)
  const now = yield* Clock.currentTimeMillis
  // On the hour, as people choose it.
  const opensAt = Math.floor(now / HOUR_MS - vote.openedHoursAgo) * HOUR_MS
  if (!(yield* isBrought(vote))) {
    yield* at(opensAt - vote.reviewHours * HOUR_MS)(publish(id, vote, community, action, opensAt))
  }
  if ((yield* row).status === "review") yield* open(yield* row)
  const opened = yield* row
  if (opened.status === "active" && opened.closesAt > now) return Option.some(opened)
  if (opened.status === "active") {
    yield* castAll(opened, vote)
    yield* at(opened.closesAt)(closings.closeDue)
  }
  yield* report(yield* row, vote.progress)
  return Option.none()
}, withoutJob(PROPOSALS_JOB))

/**
 * Brings one vote to the state that it should have by now. Skips a community that does not exist or is not the
 * demonstration's.
 */
export const bringVote = Effect.fn("bringVotes.bringVote")(function* (
  vote: DemoVote,
  action: DraftAction | null = null
) {
  const communities = yield* CommunitiesRepo
  const found = Option.getOrUndefined(yield* communities.findById(demoCommunityId(vote.slug), demoAccount(vote.by)))
  if (found === undefined || found.membership?.status !== "active") return
  const { community } = found
  const asked = vote.changes?.(community.governance)
  const change = asked === undefined ? null : changeAction(community, { ...community, governance: asked }).action
  const opened = yield* begin(vote, community, action ?? change)
  yield* orderEventsOf(community.id)
  if (Option.isNone(opened)) return
  // The job may run by now: moving the clock forward ends the vote with the ballots it has.
  yield* Effect.catchAll(castAll(opened.value, vote), (failure) =>
    Effect.logWarning("a vote of the demonstration is not whole", vote.title, failure.message)
  )
})
