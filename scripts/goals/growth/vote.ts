/** An open vote with one ballot that is really signed, for rows.ts to copy. */
import { proposalDigest } from "~/effects/governance/votes/proposal/FrozenProposal"
import { CLOSES, chainOf, OPENS, proposalOf } from "../../../tests/effects/governance/votes/world"
import { CENTURY, COMMUNITY, ME, type ModelRows, PROPOSAL, stamps, voter } from "./names"

export const frozen = proposalOf({ voters: [voter], number: 1 })
const [entry] = chainOf(frozen, [{ voter, choice: "yes", reason: "More films." }])
export const sums = (ballots: number) => ({
  ballots,
  voters: ballots,
  weightCast: String(ballots),
  perChoice: frozen.choices.map(({ key }) => ({ key, votes: String(ballots), voters: ballots }))
})

export const vote: ModelRows = {
  proposals: {
    id: PROPOSAL,
    communityId: COMMUNITY,
    number: 1,
    author: ME,
    kind: frozen.proposalKind,
    title: frozen.title,
    summary: "",
    body: "On Sundays.",
    searchText: "a second screening on sundays",
    voteType: frozen.voteType,
    choices: JSON.stringify(frozen.choices),
    reviewHours: 0,
    opensAt: OPENS,
    closesAt: CLOSES,
    quorumPct: 10,
    thresholdPct: 50,
    weightMode: "member",
    minMembershipHours: 0,
    resultsVisibility: "always",
    status: "active",
    snapshot: JSON.stringify(frozen.snapshot),
    frozen: JSON.stringify(frozen),
    proposalDigest: proposalDigest(frozen),
    sortAt: CLOSES,
    publishedAt: OPENS,
    ...stamps
  },
  vote_tallies: { proposalId: PROPOSAL, seq: 1, head: entry?.entryHash ?? "", sums: JSON.stringify(sums(1)) },
  voters: {
    proposalId: PROPOSAL,
    accountAddress: ME,
    weight: "1",
    seq: 1,
    digest: entry?.digest ?? "",
    choice: JSON.stringify("yes"),
    votedAt: OPENS,
    closesAt: CLOSES
  },
  ballots: {
    proposalId: PROPOSAL,
    seq: 1,
    accountAddress: ME,
    choice: JSON.stringify("yes"),
    choiceKey: "yes",
    reason: "More films.",
    weight: "1",
    nonce: entry?.ballot.nonce ?? "",
    castAt: entry?.ballot.castAt ?? "",
    digest: entry?.digest ?? "",
    curve: entry?.proof.curve ?? "",
    publicKey: entry?.proof.publicKey ?? "",
    signature: entry?.proof.signature ?? "",
    prevHash: entry?.prevHash ?? "",
    entryHash: entry?.entryHash ?? ""
  },
  ballot_nonces: {
    nonce: "0".repeat(32),
    proposalId: PROPOSAL,
    accountAddress: ME,
    // The sweep deletes old ones.
    castAt: OPENS + CENTURY
  }
}
