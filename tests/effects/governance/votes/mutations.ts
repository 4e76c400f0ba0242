/**
 * Ways in which a signed ballot can be wrong, each once and everything else right (docs/goals.md B7): a unit test tries
 * some, `npm run goal -- B7` a hundred thousand. The server knows nothing else against the ballot: only its proof can
 * save it.
 */
import { bytesToHex, hexToBytes } from "@noble/hashes/utils.js"
import { Effect, Either, FastCheck as fc } from "effect"
import { type Ballot, type BallotProof, ballotDigest } from "~/effects/governance/votes/ballot/Ballot"
import { BallotProofs } from "~/effects/governance/votes/ballot/BallotProofs.server"
import { NO_CHANGES } from "~/effects/governance/votes/ballot/changes"
import { checkBallot, readBallot } from "~/effects/governance/votes/ballot/intake"
import { proposalDigest } from "~/effects/governance/votes/proposal/FrozenProposal"
import { ballotOf, hexOf, labelled, OPENS, proposalOf, sign, testSite, testVoter } from "./world"

export const WRONGS = [
  "signature bit",
  "key bit",
  "digest bit",
  "choice",
  "reason",
  "nonce",
  "time",
  "supersedes",
  "account",
  "other voter's proof",
  "other curve",
  "other origin",
  "other dApp",
  "hashed twice",
  "no signature",
  "another ballot's signature",
  "signs in instead"
] as const

export const wrongBallot = fc.record({
  name: fc.constantFrom(...WRONGS),
  // secp256k1 is nine times as slow to check; a tenth of them is enough.
  curve: fc.oneof(
    { weight: 9, arbitrary: fc.constant("curve25519" as const) },
    { weight: 1, arbitrary: fc.constant("secp256k1" as const) }
  ),
  seed: fc.nat({ max: 40 }),
  where: fc.nat()
})
export type WrongBallot = typeof wrongBallot extends fc.Arbitrary<infer A> ? A : never

const flipBit = (hex: string, where: number): string => {
  const bytes = hexToBytes(hex)
  const bit = where % (bytes.length * 8)
  bytes[bit >> 3] = (bytes[bit >> 3] ?? 0) ^ (1 << (bit & 7))
  return bytesToHex(bytes)
}

const choices = labelled("Lake", "Hall", "Yard")
const proposal = proposalOf({ voters: [testVoter("someone")], voteType: "single", choices })
const digest = proposalDigest(proposal)

interface Sent {
  readonly ballot: Ballot
  readonly proof: BallotProof
}

const right = (curve: WrongBallot["curve"], seed: string, at: number): Sent => {
  const voter = testVoter(seed, "1", curve)
  const ballot = ballotOf(proposal, { voter, choice: "lake", reason: "As signed." }, at, null)
  return { ballot, proof: sign(voter.key, ballotDigest(ballot)) }
}

const wrong = ({ curve, name, seed, where }: WrongBallot): Sent => {
  const at = OPENS + 60_000 + (where % 1_000)
  const sent = right(curve, `voter ${seed}`, at)
  const { ballot, proof } = sent
  const voter = testVoter(`voter ${seed}`, "1", curve)
  const other = testVoter(`other ${seed}`, "1", curve)
  const after = (change: Partial<Ballot>): Sent => ({ ballot: { ...ballot, ...change }, proof })
  switch (name) {
    case "signature bit":
      return { ballot, proof: { ...proof, signature: flipBit(proof.signature, where) } }
    case "key bit":
      return { ballot, proof: { ...proof, publicKey: flipBit(proof.publicKey, where) } }
    case "digest bit":
      return { ballot, proof: sign(voter.key, flipBit(ballotDigest(ballot), where)) }
    case "choice":
      return after({ choice: where % 2 === 0 ? "hall" : "yard" })
    case "reason":
      return after({ reason: `As signed${".".repeat(2 + (where % 50))}` })
    case "nonce":
      return after({ nonce: flipBit(ballot.nonce, where) })
    case "time":
      return after({ castAt: new Date(at + 1 + (where % 99)).toISOString() })
    case "supersedes":
      return after({ supersedes: hexOf(`before ${where}`, 64) })
    case "account":
      return after({ account: other.account })
    case "other voter's proof":
      return { ballot, proof: sign(other.key, ballotDigest(ballot)) }
    case "other curve":
      return { ballot, proof: { ...proof, curve: curve === "curve25519" ? "secp256k1" : "curve25519" } }
    case "other origin": {
      const origin = [`${testSite.origin}/`, "https://evil.example", "http://commonhold.example"][where % 3] ?? ""
      return { ballot, proof: sign(voter.key, ballotDigest(ballot), { ...testSite, origin }) }
    }
    case "other dApp":
      return {
        ballot,
        proof: sign(voter.key, ballotDigest(ballot), { ...testSite, dAppDefinitionAddress: other.account })
      }
    case "hashed twice":
      return { ballot, proof: sign(voter.key, hexOf(ballotDigest(ballot), 64)) }
    case "no signature":
      return { ballot, proof: { ...proof, signature: "0".repeat(proof.signature.length) } }
    case "another ballot's signature":
      return { ballot, proof: right(curve, `voter ${seed}`, at + 5_000).proof }
    case "signs in instead":
      return { ballot, proof: sign(voter.key, hexOf(`challenge ${where}`, 64)) }
  }
}

/** The server's whole path to a stored ballot, in a world where everything but the proof is right. */
export const submit = ({ ballot, proof }: Sent) =>
  Effect.gen(function* () {
    const read = yield* readBallot({ ballot, proof })
    const { account, castAt, nonce, supersedes } = read.ballot
    const accepted = yield* checkBallot(read, {
      proposal,
      proposalDigest: digest,
      status: "active",
      voter: {
        membership: { status: "active", joinedAt: 0, suspendedUntil: null },
        weight: "1",
        heldNow: null,
        tokenSymbol: null
      },
      account,
      prepared: { nonce, account, proposal: proposal.proposal, castAt, used: false },
      latestDigest: supersedes,
      changes: NO_CHANGES,
      now: Date.parse(castAt) + 1
    })
    const proofs = yield* BallotProofs
    const [proven] = yield* proofs.verifyAll([accepted], testSite)
    if (proven === undefined) return yield* Effect.dieMessage("the proof was not looked at")
    yield* proven
  })

export const submitWrong = (change: WrongBallot) => Effect.map(Effect.either(submit(wrong(change))), Either.isRight)
export const submitRight = (curve: WrongBallot["curve"], seed: string) =>
  Effect.map(Effect.either(submit(right(curve, seed, OPENS + 60_000))), Either.isRight)
