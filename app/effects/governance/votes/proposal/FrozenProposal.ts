/**
 * FrozenProposal: the proposal as it was when voting opened, and the hash that every ballot signs
 * (docs/product/votes.md). It contains everything that decides the result: text, choices, rules, the action's hash, and
 * the hash of the list of voters.
 */
import { Schema } from "effect"
import { type Community, CommunityId, ResultsVisibility, WeightMode } from "~/effects/access/Community"
import type { Threshold } from "~/effects/access/threshold"
import { hashOf } from "~/effects/base/text/digest"
import { TieRule } from "../count/ties"
import { AccountText, Digest, Instant, instantOf, NetworkId, ProposalId, text } from "../fields"
import { BeaconRound, isSameRound } from "../sealed/BeaconRound"
import { Snapshot } from "../snapshot"
import { type Proposal, type ProposalChoice, ProposalText, type VoteType } from "./Proposal"
import { areTimes } from "./pollTimes"
import { hasTransfers, highestScore } from "./voteTypes"

/**
 * Of a sealed vote: the round whose signature opens its ballots, and the version of their sealed parts. Of a ranked
 * vote: how ties are decided.
 */
export interface FrozenRules {
  readonly beacon?: BeaconRound
  readonly sealedBody?: 2
  readonly ties?: TieRule
}

interface Versioned extends FrozenRules {
  readonly thresholdPct: Threshold
  readonly voteType: VoteType
  readonly seats: number | null
  readonly snapshot: Pick<Snapshot, "delegations">
}

/**
 * The version of a vote's rules. 2: a fraction, quadratic points, delegations or sealed ballots. 3: sealed ballots that
 * name their account and vote, or a rule for ties. 4: several seats by ranking, scores, consent, or a poll for a date.
 * 1: all others.
 */
export const frozenVersion = (rules: Versioned): 1 | 2 | 3 | 4 => {
  const { beacon, sealedBody, snapshot, thresholdPct, ties, voteType } = rules
  if (hasTransfers(rules) || highestScore(voteType) !== null || voteType === "consent" || voteType === "dates") return 4
  if (sealedBody !== undefined || ties !== undefined) return 3
  const isPlain = typeof thresholdPct === "number" && voteType !== "quadratic" && snapshot.delegations === undefined
  return isPlain && beacon === undefined ? 1 : 2
}

const { kind, opensAt: _opensAt, closesAt: _closesAt, reviewHours: _reviewHours, ...asWritten } = ProposalText.fields

/**
 * Version 2 adds a fraction as threshold, quadratic points, delegations and sealed ballots to version 1; version 3 adds
 * sealed ballots that name their account and vote, and a rule for ties; version 4 adds several seats by ranking, scores,
 * consent and polls for a date. Every other vote stays version 1, byte for byte, so that an older checker can read it, and
 * refuses rules it does not know.
 */
export const FrozenProposal = Schema.Struct({
  kind: Schema.Literal("frozen-proposal"),
  v: Schema.Literal(1, 2, 3, 4),
  networkId: NetworkId,
  community: Schema.Struct({ id: CommunityId, slug: Schema.String, name: text(1, 60) }),
  proposal: ProposalId,
  number: Schema.Int.pipe(Schema.positive()),
  author: AccountText,
  proposalKind: kind,
  ...asWritten,
  opensAt: Instant,
  closesAt: Instant,
  weightMode: WeightMode,
  tokenResource: Schema.NullOr(Schema.String),
  eligibility: Schema.Struct({ minMembershipHours: Schema.Int.pipe(Schema.between(0, 720)), asOf: Instant }),
  resultsVisibility: ResultsVisibility,
  actionHash: Schema.NullOr(Digest),
  snapshot: Snapshot,
  /** For sealed votes only: the round whose signature opens the ballots. */
  beacon: Schema.optionalWith(BeaconRound, { exact: true }),
  /** For sealed votes whose ballots seal their account and vote too; absent in older votes. */
  sealedBody: Schema.optionalWith(Schema.Literal(2), { exact: true }),
  /** For ranked votes; absent if opened before there was a rule for ties. */
  ties: Schema.optionalWith(TieRule, { exact: true })
}).pipe(
  Schema.filter((frozen) => {
    const { beacon, resultsVisibility, sealedBody, ties, v } = frozen
    if (v !== frozenVersion(frozen)) return { path: ["v"], message: "another version" }
    if (sealedBody !== undefined && beacon === undefined) return { path: ["sealedBody"], message: "nothing is sealed" }
    if (ties !== undefined && frozen.voteType !== "ranked") return { path: ["ties"], message: "nothing is ranked" }
    const isOneRound = beacon === undefined || ties === undefined || isSameRound(beacon, ties.beacon)
    if (!isOneRound) return { path: ["ties"], message: "another round than the one that opens the ballots" }
    const isForEquals = frozen.voteType !== "quadratic" || frozen.weightMode === "member"
    if (!isForEquals) return { path: ["weightMode"], message: "for equal votes only" }
    const isOpenly = frozen.voteType !== "consent" || resultsVisibility === "always"
    if (!isOpenly) return { path: ["resultsVisibility"], message: "objections are always shown" }
    if (frozen.voteType === "dates") {
      if (!areTimes(frozen.choices)) return { path: ["choices"], message: "not times in their order" }
      if (frozen.snapshot.delegations !== undefined) return { path: ["snapshot"], message: "nobody answers for others" }
    } else if (frozen.choices.some(({ end, start }) => start !== undefined || end !== undefined)) {
      return { path: ["choices"], message: "times without a poll" }
    }
    if (hasTransfers(frozen)) {
      if (ties === undefined) return { path: ["ties"], message: "a count for several seats needs a rule for ties" }
      if (frozen.weightMode !== "member") return { path: ["weightMode"], message: "for equal votes only" }
    }
    return (resultsVisibility === "sealed") === (beacon !== undefined) || { path: ["beacon"], message: "not as sealed" }
  })
)
export type FrozenProposal = typeof FrozenProposal.Type

/** The beacon's round of a vote, if it names one: what opens its ballots, or what a tie is drawn with. */
export const beaconRoundOf = ({ beacon, ties }: FrozenRules): BeaconRound | null => beacon ?? ties?.beacon ?? null

type Frozen = Omit<Proposal, "snapshot"> & { readonly snapshot: Snapshot }

/** Copies member by member, so that nothing else of a wider object is hashed. */
const choiceMembers = ({ end, key, label, note, start }: ProposalChoice): ProposalChoice => ({
  key,
  label,
  note,
  ...(start !== undefined && { start }),
  ...(end !== undefined && { end })
})

export const freeze = (
  proposal: Frozen,
  community: Pick<Community, "id" | "slug" | "name">,
  networkId: number,
  rules: FrozenRules = {}
): FrozenProposal => ({
  kind: "frozen-proposal",
  v: frozenVersion({ ...proposal, ...rules }),
  networkId,
  community: { id: community.id, slug: community.slug, name: community.name },
  proposal: proposal.id,
  number: proposal.number,
  author: proposal.author,
  proposalKind: proposal.kind,
  title: proposal.title,
  summary: proposal.summary,
  body: proposal.body,
  voteType: proposal.voteType,
  choices: proposal.choices.map(choiceMembers),
  maxSelections: proposal.maxSelections,
  seats: proposal.seats,
  opensAt: instantOf(proposal.opensAt),
  closesAt: instantOf(proposal.closesAt),
  quorumPct: proposal.quorumPct,
  thresholdPct: proposal.thresholdPct,
  weightMode: proposal.weightMode,
  tokenResource: proposal.tokenResource,
  eligibility: { minMembershipHours: proposal.minMembershipHours, asOf: instantOf(proposal.opensAt) },
  resultsVisibility: proposal.resultsVisibility,
  actionHash: proposal.action?.hash ?? null,
  snapshot: proposal.snapshot,
  ...rules
})

const snapshotMembers = ({ delegations, ...plain }: Snapshot) =>
  delegations === undefined ? { ...plain } : { ...plain, delegations: { ...delegations } }

/** 64 hex digits; also the value before the first link of the chain. */
export const proposalDigest = ({ beacon, ties, ...proposal }: FrozenProposal): string =>
  hashOf({
    ...proposal,
    ...(ties !== undefined && { ties: { v: ties.v, beacon: ties.beacon === null ? null : { ...ties.beacon } } }),
    ...(beacon !== undefined && { beacon: { ...beacon } }),
    community: { ...proposal.community },
    choices: proposal.choices.map((choice) => ({ ...choice })),
    eligibility: { ...proposal.eligibility },
    snapshot: snapshotMembers(proposal.snapshot)
  })
