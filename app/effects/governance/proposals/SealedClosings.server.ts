/**
 * Closes sealed votes (docs/votes.md): waits for the signature of the vote's round, opens the ballots that count in
 * batches, then counts. Without a signature for 14 days the vote is uncountable. Each batch is a transaction of its
 * own, so an interruption loses nothing. A ranked vote whose tie only a draw decides waits for its round's signature in
 * the same way.
 */

import { Clock, Effect, Either, Option } from "effect"
import type { CommunityId } from "~/effects/access/Community"
import { Sql } from "~/effects/base/db/statements.server"
import { othersTurn } from "~/effects/base/jobs/inParts"
import { atomically } from "~/effects/base/limits/atomically.server"
import type { ProposalId } from "~/effects/governance/votes/fields"
import {
  type FrozenProposal,
  proposalDigest as hashOfProposal
} from "~/effects/governance/votes/proposal/FrozenProposal"
import { HOUR_MS } from "~/effects/governance/votes/proposal/lifeCycle"
import { Beacon, type NoSignature } from "~/effects/governance/votes/sealed/Beacon.server"
import type { BeaconRound } from "~/effects/governance/votes/sealed/BeaconRound"
import { countable, countOpened, nothingCounted } from "~/effects/governance/votes/sealed/count"
import type { Opened } from "~/effects/governance/votes/sealed/openTask"
import { isCopied } from "~/effects/governance/votes/sealed/SealedBody"
import { SealedThread } from "~/effects/governance/votes/sealed/SealedThread.server"
import { type ClosedBallot, type SealedVote, SealedVotes } from "~/effects/governance/votes/sealed/SealedVotes.server"
import { ProposalNotices } from "./ProposalNotices.server"
import { ProposalsRepo } from "./ProposalsRepo.server"
import type { ProposalRow } from "./rows.server"
import { VoteCounts } from "./VoteCounts.server"

/** Ballots opened in one batch: some seconds of a core, and a transaction of some milliseconds. */
const CHUNK = 50
/** Milliseconds that one vote may occupy the job. */
const TURN_MS = 20_000
const COUNTED_AT_ONCE = 200
const FIRST_WAIT_MS = 15_000
const LONGEST_WAIT_MS = 300_000
export const AWAITED_MS = 14 * 24 * HOUR_MS
/** Requests to the beacon before a vote is given up; they take about three quarters of an hour. */
const LEAST_TRIES = 12
/** Voters of spoilt ballots in one statement. */
const TOLD_AT_ONCE = 500

const waitAfter = (tries: number) => Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** Math.min(tries, 10))

const outcomeOf = (frozen: FrozenProposal, ballot: ClosedBallot, opened: Opened) => {
  if ("spoilt" in opened) return { ballot, found: opened }
  return { ballot, found: Either.getOrElse(countable(frozen, opened.content), (spoilt) => ({ spoilt })) }
}

export const makeSealedClosings = Effect.gen(function* () {
  const sql = yield* Sql
  const repo = yield* ProposalsRepo
  const notices = yield* ProposalNotices
  const thread = yield* SealedThread
  const votes = yield* SealedVotes
  const counts = yield* VoteCounts
  const beacon = yield* Beacon

  const comeBack = (id: ProposalId, at: number) =>
    sql`UPDATE proposals SET due_at = ${at} WHERE id = ${id} AND status = 'active'`

  /**
   * Schedules the next request after a failed one, or gives the vote up once 14 days have passed. A server that was
   * down for that time still makes `LEAST_TRIES` requests, since one failure says nothing about a beacon.
   */
  const missed = (
    { closesAt, communityId, id }: ProposalRow,
    { tries }: SealedVote,
    now: number,
    failed: NoSignature
  ) =>
    failed.wasAsked && tries + 1 >= LEAST_TRIES && now >= closesAt + AWAITED_MS
      ? counts.giveUp(communityId, id)
      : Effect.zipRight(failed.wasAsked ? votes.missed(id) : Effect.void, comeBack(id, now + waitAfter(tries)))

  /** The signature of the vote's round; none while it is not published. */
  const signatureOf = (row: ProposalRow, asked: BeaconRound, vote: SealedVote, now: number) =>
    beacon.signatureOf(asked).pipe(
      Effect.tap((signature) => votes.storeSignature(row.id, signature)),
      Effect.map(Option.some),
      Effect.catchTag("NoSignature", (failed) =>
        Effect.logWarning("the signature of a vote's round is awaited", row.id, asked.round, failed.message).pipe(
          Effect.zipRight(missed(row, vote, now, failed)),
          Effect.as(Option.none<string>())
        )
      )
    )

  /** Opens the next batch of ballots after a number. Returns the number of the last, or null if none are left. */
  const openWorkItem = (id: ProposalId, frozen: FrozenProposal, signature: string, after: number) =>
    Effect.gen(function* () {
      const proposalDigest = hashOfProposal(frozen)
      const ballots = yield* votes.closedAfter(id, after, CHUNK)
      const last = ballots.at(-1)
      if (last === undefined) return null
      const opened = yield* thread.open({
        signature,
        sealedBody: frozen.sealedBody,
        ballots: ballots.map(({ account, sealed }) => ({ sealed, account, proposalDigest }))
      })
      const outcomes = ballots.map((ballot, at) =>
        outcomeOf(frozen, ballot, opened[at] ?? { spoilt: "It could not be opened." })
      )
      yield* atomically(sql)(votes.note(id, outcomes, last.seq))
      return last.seq
    })

  /**
   * Returns whether all are opened. Stops after `TURN_MS`, so that a large vote does not hold up others, and
   * continues in the next run.
   */
  const openAll = (id: ProposalId, frozen: FrozenProposal, signature: string, from: number) =>
    Effect.gen(function* () {
      const until = (yield* Clock.currentTimeMillis) + TURN_MS
      for (let at: number | null = from; at !== null; at = yield* openWorkItem(id, frozen, signature, at)) {
        if ((yield* Clock.currentTimeMillis) > until) return false
      }
      return true
    })

  /** Counts from the first ballot, yielding to other fibers in between. */
  const countAll = (id: ProposalId, frozen: FrozenProposal) =>
    Effect.gen(function* () {
      let counted = nothingCounted(frozen)
      for (let after = 0; ; ) {
        const rows = yield* votes.openedAfter(id, after, COUNTED_AT_ONCE)
        counted = countOpened(
          frozen,
          counted,
          rows.map(({ choice, latestSeq, seq, spoilt, weight }) => ({
            seq,
            weight,
            isLatest: latestSeq === seq,
            choice: latestSeq !== seq ? undefined : spoilt === null ? choice : null,
            isCopied: spoilt !== null && isCopied(spoilt)
          }))
        )
        after = rows.at(-1)?.seq ?? after
        if (rows.length < COUNTED_AT_ONCE) return counted
        yield* othersTurn
      }
    })

  /** Notifies everyone whose latest ballot is spoilt. */
  const notifySpoilt = (row: ProposalRow) =>
    Effect.gen(function* () {
      for (let after = ""; ; ) {
        const voters = yield* votes.spoiltVoters(row.id, after, TOLD_AT_ONCE)
        if (voters.length > 0) yield* notices.spoilt(row, voters)
        if (voters.length < TOLD_AT_ONCE) return
        after = voters.at(-1) ?? ""
      }
    })

  /** Takes a vote as far as possible towards its count; a later run continues. */
  const close = Effect.fn("SealedClosings.close")(function* (communityId: CommunityId, id: ProposalId) {
    const now = yield* Clock.currentTimeMillis
    const row = Option.getOrNull(yield* repo.findById(communityId, id, null))
    const vote = Option.getOrNull(yield* votes.find(id))
    if (row === null || vote === null || row.frozen?.beacon === undefined) return
    if (row.status !== "active" || row.closesAt > now) return
    if (vote.roundAt > now) return yield* comeBack(id, vote.roundAt)
    const known =
      vote.signature === null ? yield* signatureOf(row, row.frozen.beacon, vote, now) : Option.some(vote.signature)
    if (Option.isNone(known)) return
    if (!(yield* openAll(id, row.frozen, known.value, vote.opened))) return
    const counted = yield* countAll(id, row.frozen)
    const closing = Effect.tap(counts.closeSealed(communityId, id, counted, known.value), (isClosed) =>
      isClosed ? notifySpoilt(row) : Effect.void
    )
    yield* atomically(sql)(closing)
  })

  /** Closes a vote whose tie only a draw decides: waits for the signature of its round, then counts. */
  const closeByDraw = Effect.fn("SealedClosings.closeByDraw")(function* (communityId: CommunityId, id: ProposalId) {
    const now = yield* Clock.currentTimeMillis
    const row = Option.getOrNull(yield* repo.findById(communityId, id, null))
    const vote = Option.getOrNull(yield* votes.find(id))
    const asked = row?.frozen?.ties?.beacon ?? null
    if (row === null || vote === null || asked === null) return
    if (row.status !== "active" || row.closesAt > now) return
    if (vote.roundAt > now) return yield* comeBack(id, vote.roundAt)
    const known = vote.signature === null ? yield* signatureOf(row, asked, vote, now) : Option.some(vote.signature)
    if (Option.isSome(known)) yield* counts.close(communityId, id, known.value)
  })

  return { close, closeByDraw }
})
