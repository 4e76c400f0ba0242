/**
 * Delegation: a member's signed statement that another may vote with their weight (docs/votes.md). A delegate cannot
 * pass on what was delegated to them. Isomorphic.
 */

import { Schema } from "effect"
import { CommunityId } from "~/effects/access/Community"
import { proposalKinds } from "~/effects/access/proposalKinds"
import { hashOf } from "~/effects/base/text/digest"
import { BallotProof } from "../ballot/Ballot"
import { AccountAddress, Digest, Instant, NetworkId, Nonce } from "../fields"
import { ProposalKind } from "../proposal/Proposal"

/** In the order in which they are written. */
export const DELEGATED_KINDS: ReadonlyArray<ProposalKind> = proposalKinds
/** Longest duration from signing: a year, including a leap day. Milliseconds. */
export const LONGEST_MS = 366 * 86_400_000

/** Some kinds, each once and in the order of the list. All of them are written as "all". */
const SomeKinds = Schema.Array(ProposalKind).pipe(
  Schema.minItems(1),
  Schema.maxItems(3),
  Schema.filter((kinds) =>
    kinds.every(
      (kind, at) => at === 0 || DELEGATED_KINDS.indexOf(kinds[at - 1] ?? kind) < DELEGATED_KINDS.indexOf(kind)
    )
  )
)
export const DelegatedKinds = Schema.Union(Schema.Literal("all"), SomeKinds)
export type DelegatedKinds = typeof DelegatedKinds.Type

/** Exactly what is signed, written according to RFC 8785. */
export const Delegation = Schema.Struct({
  kind: Schema.Literal("delegation"),
  v: Schema.Literal(1),
  networkId: NetworkId,
  community: CommunityId,
  from: AccountAddress,
  to: AccountAddress,
  kinds: DelegatedKinds,
  madeAt: Instant,
  /** It counts in votes that open before this. */
  until: Instant,
  nonce: Nonce,
  /**
   * Hash of the latest delegation that this account signed before in this community, of any kind; null for the first.
   */
  supersedes: Schema.NullOr(Digest)
})
export type Delegation = typeof Delegation.Type

/** A line of the ballot file's list. */
export const SignedDelegation = Schema.Struct({ delegation: Delegation, digest: Digest, proof: BallotProof })
export type SignedDelegation = typeof SignedDelegation.Type

/**
 * By delegator: delegations that a delegate's ballot did not use, because the delegator could not have voted when it
 * was cast. `seq` is that ballot.
 */
export const ExcludedDelegations = Schema.Record({
  key: AccountAddress,
  value: Schema.Struct({ seq: Schema.Int.pipe(Schema.positive()), why: Schema.Literal("suspended", "left") })
})
export type ExcludedDelegations = typeof ExcludedDelegations.Type

/** The challenge for the delegator's wallet. */
export const delegationDigest = (delegation: Delegation): string =>
  hashOf({ ...delegation, kinds: delegation.kinds === "all" ? "all" : [...delegation.kinds] })

/** Hash of the list, as in the proposal; ballots sign it through the proposal's hash. */
export const delegationsDigest = (list: ReadonlyArray<SignedDelegation>): string =>
  hashOf(
    list.map(({ delegation, digest, proof }) => ({
      delegation: { ...delegation, kinds: delegation.kinds === "all" ? "all" : [...delegation.kinds] },
      digest,
      proof: { ...proof }
    }))
  )

export const kindsOf = (kinds: DelegatedKinds): ReadonlyArray<ProposalKind> =>
  kinds === "all" ? DELEGATED_KINDS : kinds

/** Whether it counts in a vote of this kind that opens at this time. Milliseconds. */
export const isInForce = ({ kinds, madeAt, until }: Delegation, kind: ProposalKind, opensAt: number): boolean =>
  kindsOf(kinds).includes(kind) && Date.parse(madeAt) <= opensAt && opensAt < Date.parse(until)

/** In the order in which they are hashed and written. */
export const inOrder = (list: Iterable<SignedDelegation>): ReadonlyArray<SignedDelegation> =>
  [...list].sort((one, other) => (one.delegation.from < other.delegation.from ? -1 : 1))
