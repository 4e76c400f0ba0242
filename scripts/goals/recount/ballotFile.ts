/**
 * Ballot files of any size for measuring, really signed, by keys from fixed seeds. Made once and kept in `.cache`: the same
 * number is always the same bytes.
 */
import { existsSync, mkdirSync, renameSync, writeFileSync } from "node:fs"
import { dirname, join } from "node:path"
import { append, ballotDigest, type OpenEntry } from "~/effects/governance/votes/ballot/Ballot"
import { recount } from "~/effects/governance/votes/count/result"
import {
  BALLOT_HOW_TO,
  ballotSchemaOf,
  statedResult,
  writeBallotFile
} from "~/effects/governance/votes/file/BallotFile"
import { proposalDigest } from "~/effects/governance/votes/proposal/FrozenProposal"
import {
  hexOf,
  OPENS,
  proposalOf,
  sign,
  type TestVoter,
  testSite,
  testVoter,
  votersOf
} from "../../../tests/effects/governance/votes/world"

/** Of ten ballots one is its voter's second. */
const AGAIN = 10
const CHOICES = ["yes", "no", "yes", "abstain", "yes"] as const

/** A ballot a second would not end before the close: they come a few milliseconds apart. */
const MS_APART = 4

const voterOf = (n: number) => testVoter(`voter ${n}`)

const entriesOf = (voters: ReadonlyArray<TestVoter>, count: number, proposal: ReturnType<typeof proposalOf>) => {
  const about = {
    kind: "ballot" as const,
    v: 1 as const,
    networkId: proposal.networkId,
    community: proposal.community.id,
    proposal: proposal.proposal,
    proposalDigest: proposalDigest(proposal)
  }
  const entries: Array<OpenEntry> = []
  const latest = new Map<string, string>()
  let end = { seq: 0, head: about.proposalDigest }
  for (let n = 0; n < count; n += 1) {
    const voter = voters[n % voters.length] ?? voterOf(0)
    const ballot = {
      ...about,
      account: voter.account,
      choice: CHOICES[n % CHOICES.length] ?? "yes",
      reason: n % 7 === 0 ? "Because of the “second” evening." : "",
      nonce: hexOf(`nonce ${n}`, 32),
      castAt: new Date(OPENS + (n + 1) * MS_APART).toISOString(),
      supersedes: latest.get(voter.account) ?? null
    }
    const digest = ballotDigest(ballot)
    const entry = append(end, ballot, voter.weight, sign(voter.key, digest), digest)
    entries.push(entry)
    latest.set(voter.account, digest)
    end = { seq: entry.seq, head: entry.entryHash }
  }
  return entries
}

const write = (ballots: number, path: string) => {
  const people = Array.from({ length: Math.ceil(ballots - ballots / AGAIN) }, (_, n) => voterOf(n))
  const vote = { voters: people }
  const proposal = proposalOf(vote)
  const entries = entriesOf(people, ballots, proposal)
  const counted = entries.flatMap(({ ballot, weight }) =>
    "choice" in ballot ? [{ account: ballot.account, choice: ballot.choice, weight }] : []
  )
  const head = {
    schema: ballotSchemaOf(proposal),
    howTo: BALLOT_HOW_TO,
    networkId: 2,
    ...testSite,
    proposalDigest: proposalDigest(proposal),
    proposal,
    headHash: entries.at(-1)?.entryHash ?? "",
    tally: statedResult(recount(proposal, counted).tally)
  } as const
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(`${path}.part`, "")
  let [piece, size] = [[] as string[], 0]
  const flush = () => {
    writeFileSync(`${path}.part`, piece.join(""), { flag: "a" })
    piece = []
    size = 0
  }
  for (const text of writeBallotFile(head, votersOf(vote), entries)) {
    piece.push(text)
    size += text.length
    if (size > 1_048_576) flush()
  }
  flush()
  renameSync(`${path}.part`, path)
}

/** Where a file of so many ballots is. */
export const ballotFileOf = (ballots: number): string => {
  const path = join(".cache/recount", `${ballots}.json`)
  if (!existsSync(path)) write(ballots, path)
  return path
}
