/**
 * GET /explore/{slug}/proposals/{n}/ballots.json and .csv: everything needed to count a vote again
 * (docs/product/publishing.md), streamed. Available while voting is open and after; while results are hidden, choices
 * are left out for everyone. Members of a private community find theirs here too; for others it does not exist.
 */
import { Chunk, Clock, Effect, Option, Stream } from "effect"
import { NotThere } from "~/effects/base/failures/failures"
import { bodyInParts } from "~/effects/base/remix/download.server"
import { RouteArgs } from "~/effects/base/remix/RouteArgs.server"
import { Settings } from "~/effects/base/settings/Settings.server"
import { Communities } from "~/effects/communities/communities/Communities.server"
import { ProposalsRepo } from "~/effects/governance/proposals/ProposalsRepo.server"
import type { ProposalRow } from "~/effects/governance/proposals/rows.server"
import { currentAccount } from "~/effects/people/wallet-session/visitor.server"
import { BallotsRepo, type ChainRow, entryOf } from "../BallotsRepo.server"
import { VotingNotOpen } from "../ballot/errors"
import type { RowWeight } from "../delegated/delegatedWeight"
import {
  BALLOT_HOW_TO,
  type BallotFileHead,
  ballotSchemaOf,
  fileHead,
  fileItem,
  fileTail,
  type Line,
  statedResult,
  writeBallotCsv
} from "../file/BallotFile"
import { beaconRoundOf, type FrozenProposal } from "../proposal/FrozenProposal"
import { ANYBODY, visibleEntry, visibleResults } from "../proposal/visibleResults"
import { isUnread } from "../sealed/intake"
import { timeWords } from "../time"

/** A vote that was opened; its file contains the ballots up to the head that was read with it. */
interface OpenedVote {
  readonly row: ProposalRow
  readonly frozen: FrozenProposal
  readonly proposalDigest: string
  readonly head: string
  readonly until: number
}

/** Null for a vote that was never opened: it has no list of voters and no chain. */
export const openedVote = (row: ProposalRow): OpenedVote | null => {
  const { frozen, head, proposalDigest, sums } = row
  if (frozen === null || proposalDigest === null || head === null) return null
  return { row, frozen, proposalDigest, head, until: sums?.ballots ?? 0 }
}

export const theVote = Effect.gen(function* () {
  const { params } = yield* RouteArgs
  const communities = yield* Communities
  const repo = yield* ProposalsRepo
  const account = Option.getOrNull(yield* currentAccount)
  const { community } = yield* communities.bySlug(params.slug ?? "", account)
  const number = /^[1-9]\d{0,8}$/.test(params.n ?? "") ? Number(params.n) : 0
  const row = yield* repo.findOrFail(community.id, number, null)
  const vote = openedVote(row)
  if (vote !== null) return { ...vote, community }
  const { opensAt, status } = row
  if (status !== "review") return yield* new NotThere({})
  return yield* new VotingNotOpen({
    message: `Voting opens ${timeWords(opensAt)}; the ballot file is available from then on.`,
    opensAt
  })
})

/** Rows of the CSV as any visitor may see them, up to the head that was read with the vote. */
export const lines = ({ frozen, proposalDigest, row, until }: OpenedVote) =>
  Effect.gen(function* () {
    const ballots = yield* BallotsRepo
    const now = yield* Clock.currentTimeMillis
    const isShown = visibleResults(row, ANYBODY, now).shown
    const lineOf = (ballot: ChainRow, adds: RowWeight): Line => {
      const entry = visibleEntry(row, ANYBODY, now, entryOf(frozen, proposalDigest, ballot))
      if (!isShown) return entry
      const isClosed = ballot.spoilt === null && isUnread(ballot.choice)
      if (ballot.sealed === null || isClosed) return { ...entry, adds }
      const content = ballot.spoilt === null ? { choice: ballot.choice, reason: ballot.reason } : null
      return { ...entry, adds, content }
    }
    return Stream.mapChunksEffect(ballots.chain(row.id, until), (chunk) =>
      Effect.map(ballots.weights(row.id, frozen, Chunk.toReadonlyArray(chunk)), (adds) =>
        Chunk.zipWith(chunk, Chunk.fromIterable(adds), lineOf)
      )
    )
  })

/** Entries of the ballot file, with what was signed. */
const entries = ({ frozen, proposalDigest, row, until }: OpenedVote) =>
  Effect.gen(function* () {
    const ballots = yield* BallotsRepo
    const now = yield* Clock.currentTimeMillis
    return Stream.map(ballots.chain(row.id, until), (ballot) =>
      visibleEntry(row, ANYBODY, now, entryOf(frozen, proposalDigest, ballot))
    )
  })

export const download = (body: ReadableStream<Uint8Array>, type: string, name: string) =>
  new Response(body, {
    headers: {
      "Content-Type": `${type}; charset=utf-8`,
      "Content-Disposition": `attachment; filename="${name}"`,
      "Cache-Control": "private, no-store"
    }
  })

/** Joins a page of rows into one piece of text: a million small pieces would take ten times as long. */
export const written = <A>(
  items: Stream.Stream<A>,
  write: (item: A, isFirst: boolean) => string
): Stream.Stream<string> =>
  Stream.map(Stream.zipWithIndex(Stream.chunks(items)), ([page, at]) =>
    Chunk.toReadonlyArray(page)
      .map((item, n) => write(item, at === 0 && n === 0))
      .join("")
  )

/** What opens the ballots, or what a tie was drawn with, once they are counted. */
const beaconOf = ({ frozen, row }: OpenedVote) => {
  const beacon = beaconRoundOf(frozen)
  return beacon === null || row.sealedSignature === null || row.tally === null
    ? {}
    : { beacon: { ...beacon, signature: row.sealedSignature } }
}

/**
 * The ballot file of a vote as any visitor may see it, in pieces: sealed entries and no tally while results are hidden.
 */
export const ballotFileText = Effect.fn("ballotFileText")(function* (vote: OpenedVote) {
  const { appOrigin, dAppDefinitionAddress } = yield* Settings
  const now = yield* Clock.currentTimeMillis
  const { tally } = vote.row
  const ballots = yield* BallotsRepo
  const isShown = visibleResults(vote.row, ANYBODY, now).shown
  const isStated = tally !== null && isShown
  const excluded =
    isStated && vote.frozen.snapshot.delegations !== undefined ? yield* ballots.excludedDelegations(vote.row.id) : {}
  const file: BallotFileHead = {
    schema: ballotSchemaOf(vote.frozen),
    howTo: BALLOT_HOW_TO,
    networkId: vote.frozen.networkId,
    dAppDefinitionAddress,
    origin: appOrigin,
    proposalDigest: vote.proposalDigest,
    ...beaconOf(vote),
    proposal: vote.frozen,
    headHash: vote.head,
    ...(Object.keys(excluded).length > 0 && { excludedDelegations: excluded }),
    tally: isStated ? statedResult(tally) : null
  }
  const hasVoters = vote.frozen.snapshot.eligibleCount > 0
  const hasDelegated = vote.frozen.snapshot.delegations !== undefined
  /** Delegations in force when voting opened; the member is absent without any. */
  const delegated = hasDelegated
    ? Stream.concat(written(ballots.delegations(vote.row.id), fileItem), Stream.make(fileTail.delegations(true)))
    : Stream.empty
  const parts: ReadonlyArray<Stream.Stream<string>> = [
    Stream.make(fileHead(file)),
    written(ballots.voters(vote.row.id), fileItem),
    Stream.make(fileTail.voters(hasVoters, hasDelegated)),
    delegated,
    written(yield* entries(vote), fileItem),
    Stream.make(fileTail.ballots(vote.until > 0, file))
  ]
  return Stream.flatten(Stream.fromIterable(parts))
})

export const ballotsJson = Effect.gen(function* () {
  const vote = yield* theVote
  const text = yield* ballotFileText(vote)
  return download(
    yield* bodyInParts(text),
    "application/json",
    `${vote.community.slug}-${vote.row.number}-ballots.json`
  )
})

export const ballotsCsv = Effect.gen(function* () {
  const vote = yield* theVote
  const header = [...writeBallotCsv(vote.frozen, [])].join("")
  const rows = written(yield* lines(vote), (entry) => [...writeBallotCsv(vote.frozen, [entry])].slice(1).join(""))
  const text = Stream.concat(Stream.make(header), rows)
  return download(yield* bodyInParts(text), "text/csv", `${vote.community.slug}-${vote.row.number}-ballots.csv`)
})
