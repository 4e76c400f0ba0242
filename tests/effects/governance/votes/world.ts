/** Votes for tests and for the sample file: real keys, real signatures, everything from fixed seeds. */

import { blake2b } from "@noble/hashes/blake2.js"
import { bytesToHex, utf8ToBytes } from "@noble/hashes/utils.js"
import type { WeightMode } from "~/effects/access/Community"
import { CommunityId } from "~/effects/access/Community"
import type { Threshold } from "~/effects/access/threshold"
import type { AccountAddress, ResourceAddress } from "~/effects/base/addresses/addresses"
import {
  append,
  ballotDigest,
  type Choice,
  isSealedBallot,
  type OpenEntry,
  type PlainBallot
} from "~/effects/governance/votes/ballot/Ballot"
import { recount } from "~/effects/governance/votes/count/result"
import type { TieRule } from "~/effects/governance/votes/count/ties"
import {
  type Delegation,
  delegationDigest,
  delegationsDigest,
  inOrder,
  type SignedDelegation
} from "~/effects/governance/votes/delegated/Delegation"
import { ProposalId } from "~/effects/governance/votes/fields"
import {
  BALLOT_HOW_TO,
  type BallotFile,
  ballotSchemaOf,
  statedResult,
  writeBallotFile
} from "~/effects/governance/votes/file/BallotFile"
import { type FrozenProposal, frozenVersion, proposalDigest } from "~/effects/governance/votes/proposal/FrozenProposal"
import {
  BASIC_CHOICES,
  type ProposalChoice,
  type ProposalKind,
  type VoteType
} from "~/effects/governance/votes/proposal/Proposal"
import { type PollTime, timeChoices } from "~/effects/governance/votes/proposal/pollTimes"
import { fixedChoices } from "~/effects/governance/votes/proposal/voteTypes"
import { eligibleList, type Snapshot, takeSnapshot } from "~/effects/governance/votes/snapshot"
import { rolaHash } from "~/effects/people/wallet-session/proof/rola"
import type { Curve } from "~/ledger/index"
import { asAccount } from "../../../addresses"
import { addressOf, type TestKey, testKey } from "../../people/wallet-session/keys"

export const testSite = {
  dAppDefinitionAddress: "account_tdx_2_12xc5kfwstmdg29sv3qrlyx338ul5zhg4w36760pjmdn776ml2rwvxa",
  origin: "https://commonhold.example"
}

export interface TestVoter {
  readonly key: TestKey
  readonly account: AccountAddress
  readonly weight: string
}

const known = new Map<string, TestKey>()
const keyOf = (curve: Curve, seed: string): TestKey => {
  const name = `${curve} ${seed}`
  const key = known.get(name) ?? testKey(curve, seed)
  known.set(name, key)
  return key
}

/** @param account another one than the key's own: an account created on the ledger, say. */
export const testVoter = (seed: string, weight = "1", curve: Curve = "curve25519", account?: string): TestVoter => {
  const key = keyOf(curve, seed)
  return { key, account: asAccount(account ?? addressOf(key)), weight }
}

/** Deterministic hex of so many digits. */
export const hexOf = (seed: string, digits: number): string =>
  bytesToHex(blake2b(utf8ToBytes(seed), { dkLen: 32 })).slice(0, digits)

export interface TestVote {
  readonly voters: ReadonlyArray<TestVoter>
  readonly voteType?: VoteType
  readonly kind?: ProposalKind
  readonly choices?: ReadonlyArray<ProposalChoice>
  readonly quorumPct?: number
  readonly thresholdPct?: Threshold
  readonly weightMode?: WeightMode
  readonly tokenResource?: ResourceAddress
  readonly maxSelections?: number | null
  readonly seats?: number | null
  readonly title?: string
  readonly summary?: string
  readonly body?: string
  readonly name?: string
  readonly number?: number
  readonly resultsVisibility?: "always" | "afterVote" | "afterClose"
  /** Who delegates to whom, and the most that one delegate may use, in percent. */
  readonly loans?: ReadonlyArray<TestDelegation>
  readonly limitPct?: number
  /** For a ranked vote with the rule for ties, and the signature for its draw. */
  readonly ties?: TieRule
  readonly signature?: string
}

export interface TestDelegation {
  readonly from: TestVoter
  readonly to: TestVoter
  readonly changes?: Partial<Delegation>
}

export const labelled = (...labels: ReadonlyArray<string>): ReadonlyArray<ProposalChoice> =>
  labels.map((label) => ({ key: label.toLowerCase().replace(/[^a-z0-9]+/g, "-"), label, note: "" }))

/** Three evenings after the vote, the last one without a rest of an hour. */
export const someTimes: ReadonlyArray<PollTime> = [
  { start: "2026-12-04T18:00:00.000Z", end: "2026-12-04T20:00:00.000Z" },
  { start: "2026-12-05T18:00:00.000Z", end: "2026-12-05T20:00:00.000Z" },
  { start: "2026-12-11T22:00:00.000Z", end: "2026-12-12T00:30:00.000Z" }
]

/** The choices that a vote of this type can have: its fixed ones, times, or these. */
export const choicesFor = (voteType: VoteType, own: ReadonlyArray<ProposalChoice>): ReadonlyArray<ProposalChoice> =>
  voteType === "dates" ? timeChoices(someTimes) : (fixedChoices(voteType) ?? own)

export const OPENS = Date.parse("2026-11-12T18:00:00.000Z")
export const CLOSES = Date.parse("2026-11-17T18:00:00.000Z")

export const votersOf = ({ voters }: TestVote) => eligibleList(voters)

const delegationOf = ({ changes, from, to }: TestDelegation): Delegation => ({
  kind: "delegation",
  v: 1,
  networkId: 2,
  community: CommunityId.make("nightfilmabc"),
  from: from.account,
  to: to.account,
  kinds: "all",
  madeAt: new Date(OPENS - 86_400_000).toISOString(),
  until: new Date(OPENS + 30 * 86_400_000).toISOString(),
  nonce: hexOf(`lent ${from.account}`, 32),
  supersedes: null,
  ...changes
})

/** The delegations, signed, in the order of the file; undefined if there are none. */
export const delegationsOf = ({ loans }: TestVote): ReadonlyArray<SignedDelegation> | undefined =>
  loans === undefined
    ? undefined
    : inOrder(
        loans.map((loan) => {
          const delegation = delegationOf(loan)
          const digest = delegationDigest(delegation)
          return { delegation, digest, proof: sign(loan.from.key, digest) }
        })
      )

const delegatedIn = (vote: TestVote): Pick<Snapshot, "delegations"> => {
  const list = delegationsOf(vote)
  return list === undefined
    ? {}
    : { delegations: { count: list.length, digest: delegationsDigest(list), limitPct: vote.limitPct ?? 10 } }
}

export const proposalOf = (vote: TestVote): FrozenProposal => ({
  kind: "frozen-proposal",
  v: frozenVersion({
    thresholdPct: vote.thresholdPct ?? 50,
    voteType: vote.voteType ?? "basic",
    seats: vote.seats ?? null,
    snapshot: delegatedIn(vote),
    ...(vote.ties && { ties: vote.ties })
  }),
  networkId: 2,
  community: { id: CommunityId.make("nightfilmabc"), slug: "night-film", name: vote.name ?? "Night Film Club" },
  proposal: ProposalId.make("winterabcdef"),
  number: vote.number ?? 18,
  author: vote.voters[0]?.account ?? testSite.dAppDefinitionAddress,
  proposalKind: vote.kind ?? "decision",
  title: vote.title ?? "A second screening on Sundays",
  summary: vote.summary ?? "",
  body: vote.body ?? "We show one film a week. This asks for a second one, on Sunday afternoons, from January on.",
  voteType: vote.voteType ?? "basic",
  choices: vote.choices ?? BASIC_CHOICES,
  maxSelections: vote.maxSelections ?? null,
  seats: vote.seats ?? null,
  quorumPct: vote.quorumPct ?? 10,
  thresholdPct: vote.thresholdPct ?? 50,
  opensAt: new Date(OPENS).toISOString(),
  closesAt: new Date(CLOSES).toISOString(),
  weightMode: vote.weightMode ?? "member",
  tokenResource: vote.tokenResource ?? null,
  eligibility: { minMembershipHours: 0, asOf: new Date(OPENS).toISOString() },
  ...(vote.ties && { ties: vote.ties }),
  resultsVisibility: vote.resultsVisibility ?? "always",
  actionHash: null,
  snapshot: takeSnapshot(
    votersOf(vote),
    { stateVersion: 184_220_913, epoch: 62_107, takenAt: new Date(OPENS).toISOString() },
    delegatedIn(vote).delegations
  )
})

export interface TestCast {
  readonly voter: TestVoter
  readonly choice: Choice
  readonly reason?: string
}

export const ballotOf = (
  proposal: FrozenProposal,
  { choice, reason = "", voter }: TestCast,
  at: number,
  supersedes: string | null
): PlainBallot => ({
  kind: "ballot",
  v: 1,
  networkId: proposal.networkId,
  community: proposal.community.id,
  proposal: proposal.proposal,
  proposalDigest: proposalDigest(proposal),
  account: voter.account,
  choice,
  reason,
  nonce: hexOf(`nonce ${at} ${voter.account}`, 32),
  castAt: new Date(at).toISOString(),
  supersedes
})

export const sign = (key: TestKey, digest: string, site = testSite) => ({
  curve: key.curve,
  publicKey: bytesToHex(key.publicKey),
  signature: bytesToHex(key.sign(rolaHash(digest, site)))
})

const MINUTES_23 = 1_380_000

/** A chain of ballots in the order of the casts, by default 23 minutes apart: some hundreds would end too late. */
export const chainOf = (
  proposal: FrozenProposal,
  casts: ReadonlyArray<TestCast>,
  apart = MINUTES_23
): ReadonlyArray<OpenEntry> => {
  const entries: Array<OpenEntry> = []
  const latest = new Map<string, string>()
  let end = { seq: 0, head: proposalDigest(proposal) }
  casts.forEach((cast, index) => {
    const at = OPENS + (index + 1) * apart
    const ballot = ballotOf(proposal, cast, at, latest.get(cast.voter.account) ?? null)
    const entry = append(end, ballot, cast.voter.weight, sign(cast.voter.key, ballotDigest(ballot)))
    entries.push(entry)
    latest.set(cast.voter.account, entry.digest)
    end = { seq: entry.seq, head: entry.entryHash }
  })
  return entries
}

/** The whole file as data: proposal, voters, ballots, head and stated result. */
export const fileOf = (vote: TestVote, casts: ReadonlyArray<TestCast>, apart?: number): BallotFile => {
  const proposal = proposalOf(vote)
  const ballots = chainOf(proposal, casts, apart)
  const delegations = delegationsOf(vote)
  const loans = vote.loans?.map(({ from, to }) => ({ from: from.account, to: to.account, weight: from.weight })) ?? null
  const draw =
    vote.signature === undefined ? null : { proposalDigest: proposalDigest(proposal), signature: vote.signature }
  const counted = ballots.flatMap(({ ballot, weight }) =>
    isSealedBallot(ballot) ? [] : [{ account: ballot.account, choice: ballot.choice, weight }]
  )
  return {
    schema: ballotSchemaOf(proposal),
    howTo: BALLOT_HOW_TO,
    networkId: 2,
    ...testSite,
    proposalDigest: proposalDigest(proposal),
    proposal,
    voters: votersOf(vote),
    ...(vote.ties?.beacon != null && vote.signature !== undefined
      ? { beacon: { ...vote.ties.beacon, signature: vote.signature } }
      : {}),
    ...(delegations === undefined ? {} : { delegations }),
    ballots,
    headHash: ballots[ballots.length - 1]?.entryHash ?? proposalDigest(proposal),
    tally: statedResult(recount(proposal, counted, loans, draw).tally)
  }
}

export const textOf = (file: BallotFile): string => [...writeBallotFile(file, file.voters, file.ballots)].join("")
