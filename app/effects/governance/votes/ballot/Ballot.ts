/** Ballot: one voter's signed choice, and its place in the chain (docs/product/votes.md). Isomorphic. */
import { Schema } from "effect"
import { CommunityId } from "~/effects/access/Community"
import { entryHash, hashOf } from "~/effects/base/text/digest"
import { AccountAddress, Decimal, Digest, Instant, NetworkId, Nonce, ProposalId, text } from "../fields"
import { Choice, Sealed } from "../sealed/Sealed"

export { Choice } from "../sealed/Sealed"

const About = {
  kind: Schema.Literal("ballot"),
  v: Schema.Literal(1),
  networkId: NetworkId,
  community: CommunityId,
  proposal: ProposalId,
  proposalDigest: Digest,
  account: AccountAddress
}
const When = {
  nonce: Nonce,
  castAt: Instant,
  /** Hash of the voter's previous ballot. */
  supersedes: Schema.NullOr(Digest)
}

/** A ballot that everyone can read. Exactly what is signed, written according to RFC 8785. */
export const PlainBallot = Schema.Struct({ ...About, choice: Choice, reason: text(0, 500), ...When })
export type PlainBallot = typeof PlainBallot.Type

/** A ballot of a sealed vote: nobody can read its choice and reason before the round to which it is sealed. */
export const SealedBallot = Schema.Struct({ ...About, sealed: Sealed, ...When })
export type SealedBallot = typeof SealedBallot.Type

export const Ballot = Schema.Union(PlainBallot, SealedBallot)
export type Ballot = typeof Ballot.Type

export const isSealedBallot = (ballot: Ballot): ballot is SealedBallot => "sealed" in ballot

const hex = (pattern: RegExp) => Schema.String.pipe(Schema.pattern(pattern))

/** Ed25519: a key of 32 bytes, a signature of 64. secp256k1: 33, and 65 with the recovery byte in front. */
export const BallotProof = Schema.Struct({
  curve: Schema.Literal("curve25519", "secp256k1"),
  publicKey: hex(/^([0-9a-f]{64}|[0-9a-f]{66})$/),
  signature: hex(/^([0-9a-f]{128}|[0-9a-f]{130})$/)
})
export type BallotProof = typeof BallotProof.Type

/** One ballot in the chain. While results are hidden, outputs set `ballot` and `weight` to null. */
export const Entry = Schema.Struct({
  seq: Schema.Int.pipe(Schema.positive()),
  ballot: Schema.NullOr(Ballot),
  weight: Schema.NullOr(Decimal),
  digest: Digest,
  proof: BallotProof,
  prevHash: Digest,
  entryHash: Digest
})
export type Entry = typeof Entry.Type
export type OpenEntry = Entry & { readonly ballot: Ballot; readonly weight: string }

/** The challenge for the voter's wallet. */
export const ballotDigest = (ballot: Ballot): string =>
  hashOf(isSealedBallot(ballot) ? { ...ballot } : { ...ballot, choice: copyOf(ballot.choice) })

const copyOf = (choice: Choice) => (typeof choice === "string" ? choice : isList(choice) ? [...choice] : { ...choice })
const isList = (choice: Choice): choice is ReadonlyArray<string> => Array.isArray(choice)

/** The end of a chain: before the first ballot `seq` is 0 and `head` is the proposal's hash. */
export interface ChainEnd {
  readonly seq: number
  readonly head: string
}

/** @param digest the ballot's hash, if already known. */
export const append = (
  end: ChainEnd,
  ballot: Ballot,
  weight: string,
  proof: BallotProof,
  digest = ballotDigest(ballot)
): OpenEntry => ({
  seq: end.seq + 1,
  ballot,
  weight,
  digest,
  proof,
  prevHash: end.head,
  entryHash: entryHash(end.head, digest, proof.signature)
})

/**
 * What is public of a plain ballot while results are hidden. Leaves out the nonce, with which the choice could be
 * guessed from the hash.
 */
export const seal = (entry: Entry): Entry => ({ ...entry, ballot: null, weight: null })
