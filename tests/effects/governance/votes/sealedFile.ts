/** A ballot file of a sealed vote. */
import { Either } from "effect"
import { append, ballotDigest, type Entry } from "~/effects/governance/votes/ballot/Ballot"
import type { BallotFile } from "~/effects/governance/votes/file/BallotFile"
import { proposalDigest } from "~/effects/governance/votes/proposal/FrozenProposal"
import { drawn, sealContent } from "~/effects/governance/votes/sealed/SealedBody"
import { check } from "../../../../scripts/verify.mjs"
import { signatureAt, testChain } from "./sealed/beacon"
import { ballotOf, fileOf, OPENS, proposalOf, sign, testVoter, textOf } from "./world"

/**
 * Sealed ballots in three slices, one of them spoilt and one a copy of another voter's, and a delegation of a member
 * who did not vote; counted as both checkers do.
 */
export const sealedFile = (): string => {
  const voters = Array.from({ length: 28 }, (_, n) => testVoter(`sealed ${n}`))
  const [ada = testVoter("ada"), ...others] = voters
  const loans = [{ from: others.at(-1) ?? ada, to: ada }]
  const beacon = { chain: testChain.chain, publicKey: testChain.publicKey, round: 77 }
  const sealing = { beacon, sealedBody: 2 as const, resultsVisibility: "sealed" as const }
  const proposal = { ...proposalOf({ voters, loans }), v: 3 as const, ...sealing }
  const ballots: Array<Entry> = []
  let end = { seq: 0, head: proposalDigest(proposal) }
  for (const [at, voter] of voters.slice(0, 26).entries()) {
    const made = drawn((length) => new Uint8Array(length).fill(at + 1))
    const bound = { account: (at === 23 ? ada : voter).account, proposalDigest: proposalDigest(proposal) }
    const right = Either.getOrThrow(
      sealContent({ choice: at % 4 === 3 ? "no" : "yes", reason: "" }, proposal, beacon, made, bound)
    )
    const sealed = at === 20 ? { ...right, body: "00".repeat(right.body.length / 2) } : right
    const {
      choice: _choice,
      reason: _reason,
      ...about
    } = ballotOf(proposal, { voter, choice: "yes" }, OPENS + at, null)
    const ballot = { ...about, sealed }
    const entry = append(end, ballot, voter.weight, sign(voter.key, ballotDigest(ballot)))
    ballots.push(entry)
    end = { seq: entry.seq, head: entry.entryHash }
  }
  const whole: BallotFile = {
    ...fileOf({ voters, loans }, []),
    schema: "ballots/3",
    proposal,
    proposalDigest: proposalDigest(proposal),
    beacon: { ...beacon, signature: signatureAt(beacon.round) },
    ballots,
    headHash: end.head
  }
  // The other checker's count: two implementations do not agree by accident.
  return textOf({ ...whole, tally: check(textOf(whole)).result })
}
