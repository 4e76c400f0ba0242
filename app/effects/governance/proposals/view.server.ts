/**
 * Converts rows to view data. Every tally and ballot reaches an output through visibleResults, here or in the ballot
 * file, so that hidden results cannot leak.
 */
import { Either } from "effect"
import { hundredthsOf, isOver, turnoutBeside } from "~/effects/access/exactThreshold"
import { shareText, tenthsOf } from "~/effects/base/amounts/readable"
import { parseMarkdown } from "~/effects/base/text/markdown/parseMarkdown.server"
import type { BallotRow } from "~/effects/governance/votes/BallotsRepo.server"
import { entryOf } from "~/effects/governance/votes/BallotsRepo.server"
import { type Choice, isSealedBallot } from "~/effects/governance/votes/ballot/Ballot"
import { choiceWords, shortWords } from "~/effects/governance/votes/ballot/choice"
import { totalsOf } from "~/effects/governance/votes/delegated/delegatedWeight"
import { isElection } from "~/effects/governance/votes/elections/records"
import type { FrozenProposal } from "~/effects/governance/votes/proposal/FrozenProposal"
import { isClosed } from "~/effects/governance/votes/proposal/lifeCycle"
import {
  ANYBODY,
  type ResultViewer,
  visibleEntry,
  visibleResults
} from "~/effects/governance/votes/proposal/visibleResults"
import { sidesOf } from "~/effects/governance/votes/proposal/voteTypes"
import { spoiltWords } from "~/effects/governance/votes/sealed/count"
import type { Sums } from "~/effects/governance/votes/Tally"
import { readVotes, showVotes } from "~/effects/governance/votes/weight"
import { personOf } from "~/effects/people/users/people.server"
import { parseManifest, renderManifest } from "~/ledger/index"
import { actionWords, manifestTextOf } from "./action.server"
import { publicProposalPath, signedFilePath } from "./paths"
import type { CardRow, DraftAction, ProposalRow, PublicCardRow } from "./rows.server"
import { contentOf, drawOf, sealedOf, tieRuleOf } from "./sealedView.server"
import type {
  ActionView,
  BallotLine,
  ExecutionView,
  OwnVote,
  Participation,
  ProposalCard,
  ProposalView,
  PublicProposalCard,
  Results
} from "./views"

export const viewerOf = (row: CardRow): ResultViewer => ({ hasVoted: row.ownSeq !== null })

const participationOf = (row: CardRow, sums: Sums): Participation | null => {
  if (row.snapshot === null) return null
  const { eligibleCount, eligibleWeight } = row.snapshot
  const [cast, all] = [readVotes(sums.weightCast), readVotes(eligibleWeight)]
  // Hundredths of a percent, so that a quorum of 66.67 is exact; a quorum of 0 still needs one ballot.
  const needed = hundredthsOf(row.quorumPct)
  const quorumReached = needed === 0n ? sums.voters > 0 : all > 0n && cast * 10_000n >= all * needed
  return {
    ballots: sums.ballots,
    voters: sums.voters,
    weightCast: sums.weightCast,
    eligibleCount,
    eligibleWeight,
    pct: turnoutBeside(row.quorumPct, cast, all).replace(/%$/, ""),
    delegated:
      sums.lent === undefined || readVotes(sums.lent.used) === 0n
        ? null
        : { votes: sums.lent.used, isByMember: row.weightMode === "member" },
    quorumPct: row.quorumPct,
    quorumReached
  }
}

const resultsOf = (row: CardRow, sums: Sums, now: number): Results => {
  const visible = visibleResults(row, viewerOf(row), now)
  if (!visible.shown) return visible
  const { tally } = row
  const counted = tally ?? sums
  const shares = tenthsOf(counted.perChoice.map(({ votes }) => readVotes(votes)))
  const wins = new Set(tally?.winners ?? [])
  const sides = sidesOf(row.voteType)
  const votesOf = (wanted: string) => readVotes(counted.perChoice.find(({ key }) => key === wanted)?.votes ?? "0")
  const [one, other] = [votesOf(sides?.for.key ?? ""), votesOf(sides?.against.key ?? "")]
  return {
    shown: true,
    delegated: counted.lent ?? null,
    isOver: isOver(row.thresholdPct, one, one + other),
    lines: counted.perChoice.map(({ ifNeedBe = null, key, voters, votes }, index) => ({
      key,
      label: row.choices.find((choice) => choice.key === key)?.label ?? key,
      votes,
      shown: showVotes(readVotes(votes)),
      voters,
      ifNeedBe,
      pct: shareText(shares[index] ?? 0, readVotes(votes) > 0n),
      wins: wins.has(key)
    })),
    final:
      tally === null
        ? null
        : {
            outcome: tally.outcome,
            words: tally.words,
            winners: tally.winners,
            tied: tally.tied,
            quorumReached: tally.quorumReached,
            rounds: tally.rounds,
            means: tally.means ?? null,
            quota: tally.quota ?? null,
            ties: tally.ties ?? null,
            spoilt:
              row.snapshot === null ? null : spoiltWords({ ...row, snapshot: row.snapshot }, tally).join(" ") || null
          }
  }
}

/** A sealed ballot has a choice only after it was opened, and if it could be opened. */
const ownVoteOf = (row: CardRow): OwnVote | null =>
  row.ownSeq === null || row.ownAt === null || row.ownDigest === null
    ? null
    : {
        words: row.ownChoice === null ? null : shortWords(row, row.ownChoice),
        choice: row.ownChoice,
        reason: row.ownReason ?? "",
        at: row.ownAt,
        digest: row.ownDigest,
        seq: row.ownSeq
      }

export const cardOf = (row: CardRow, now: number): ProposalCard => ({
  id: row.id,
  number: row.number,
  kind: row.kind,
  title: row.title,
  summary: row.summary,
  author: personOf(row.author, row),
  status: row.status,
  voteType: row.voteType,
  thresholdPct: row.thresholdPct,
  opensAt: row.opensAt,
  closesAt: row.closesAt,
  closedAt: row.closedAt,
  calledOff:
    row.calledOffAt === null || row.calledOffBy === null
      ? null
      : { at: row.calledOffAt, by: row.calledOffBy, reason: row.calledOffReason ?? "" },
  isDelayed: row.isDelayed,
  isSealed: row.resultsVisibility === "sealed",
  participation: row.sums === null ? null : participationOf(row, totalsOf(row.sums)),
  results: row.sums === null ? null : resultsOf(row, totalsOf(row.sums), now),
  ownVote: ownVoteOf(row),
  isEligible: row.snapshot !== null && row.ownWeight !== null
})

export const publicCardOf = (row: PublicCardRow, now: number): PublicProposalCard => ({
  ...cardOf(row, now),
  community: { id: row.communityId, slug: row.slug, name: row.communityName, logo: row.logo }
})

export const actionView = (action: DraftAction | null): ActionView | null =>
  action === null
    ? null
    : {
        type: action.type,
        words: actionWords(action),
        payload: manifestTextOf(action) ?? action.payload,
        hash: action.hash
      }

const differenceOf = (action: DraftAction, ran: string | undefined): ExecutionView["differs"] => {
  if (ran === undefined) return null
  const text = manifestTextOf(action) ?? ""
  return { voted: Either.match(parseManifest(text), { onLeft: () => text, onRight: renderManifest }), ran }
}

/** Statuses that are final and have nothing to execute. */
const WITHOUT_DEED: ReadonlySet<string> = new Set(["failed", "noQuorum", "uncountable"])

const executionOf = ({ action, dueAt, execution, status }: ProposalRow): ExecutionView | null => {
  if (action === null || !isClosed(status) || WITHOUT_DEED.has(status)) return null
  const expiresAt = status === "awaitingExecution" || status === "executionFailed" ? dueAt : null
  return execution === null
    ? { state: "waiting", txId: null, manifestMatches: null, differs: null, at: null, expiresAt }
    : { ...execution, differs: differenceOf(action, execution.ran), expiresAt }
}

const signedOf = ({ communityId, number, signed }: ProposalRow): ProposalView["signed"] => {
  if (signed === null) return null
  const { curve, digest, publicKey, signature } = signed
  return { digest, publicKey, signature, curve, filePath: signedFilePath(communityId, number) }
}

const electionFilesOf = (row: ProposalRow, slug: string, now: number): ProposalView["files"]["election"] => {
  if (row.frozen === null || !isElection(row.frozen) || !visibleResults(row, ANYBODY, now).shown) return null
  const path = publicProposalPath(slug, row.number)
  return { blt: `${path}/ballots.blt`, records: `${path}/records.csv` }
}

/** View data from the row alone; the page adds what it read in addition. */
export const viewOf = (
  row: ProposalRow,
  slug: string,
  now: number,
  more: Pick<
    ProposalView,
    "progress" | "objections" | "eligibility" | "changesLeft" | "rights" | "opening" | "step" | "stepTopic" | "signers"
  >
): ProposalView => ({
  ...cardOf(row, now),
  ...more,
  attachments: row.attachments,
  text: parseMarkdown(row.body, { userText: true, anchorPrefix: "text-" }),
  choices: row.choices,
  maxSelections: row.maxSelections,
  seats: row.seats,
  reviewHours: row.reviewHours,
  quorumPct: row.quorumPct,
  weightMode: row.weightMode,
  tokenSymbol: row.tokenSymbol,
  minMembershipHours: row.minMembershipHours,
  resultsVisibility: row.resultsVisibility,
  delegatedTo: row.delegatedTo,
  publishedAt: row.publishedAt ?? row.createdAt,
  version: row.version,
  threadNumber: row.threadNumber,
  snapshot: row.snapshot,
  proposalDigest: row.proposalDigest,
  headHash: row.head,
  sealed: sealedOf(row),
  tieRule: tieRuleOf(row),
  draw: drawOf(row),
  signed: signedOf(row),
  action: actionView(row.action),
  execution: executionOf(row),
  outcomeNote: row.outcomeNote,
  cancelledReason: row.cancelledReason,
  calledOffName: row.calledOffName,
  files: {
    json: `${publicProposalPath(slug, row.number)}/ballots.json`,
    csv: `${publicProposalPath(slug, row.number)}/ballots.csv`,
    election: electionFilesOf(row, slug, now),
    page: publicProposalPath(slug, row.number)
  }
})

/** Null for a choice that answers nothing, of a sealed ballot that is spoilt. */
const answersOf = (choice: Choice): BallotLine["answers"] =>
  typeof choice === "string" || isList(choice) ? null : choice
const isList = (choice: Choice): choice is ReadonlyArray<string> => Array.isArray(choice)

/** A line of the table, as this reader may see it. */
export const ballotLine = (
  row: CardRow,
  frozen: FrozenProposal,
  ballot: BallotRow,
  now: number
): Omit<BallotLine, "delegated"> => {
  const whole = entryOf(frozen, row.proposalDigest ?? "", ballot)
  const entry = visibleEntry(row, viewerOf(row), now, whole)
  const open = entry.ballot
  const content = contentOf(ballot, open, visibleResults(row, viewerOf(row), now).shown)
  return {
    seq: entry.seq,
    voter: open === null ? null : personOf(ballot.accountAddress, ballot),
    choice: content === null ? null : choiceWords(frozen, content.choice),
    answers: frozen.voteType === "dates" && content !== null ? answersOf(content.choice) : null,
    isSealed: open !== null && isSealedBallot(open) && content === null && ballot.spoilt === null,
    spoilt: ballot.spoilt,
    weight: entry.weight,
    reason: content?.reason ?? null,
    castAt: open?.castAt ?? null,
    isReplaced: open === null ? null : ballot.latestSeq !== ballot.seq,
    digest: entry.digest,
    publicKey: entry.proof.publicKey,
    curve: entry.proof.curve,
    signature: entry.proof.signature,
    entryHash: entry.entryHash,
    seen:
      ballot.seenVersion === null
        ? null
        : { stateVersion: ballot.seenVersion, owners: ballot.seenKeys?.map(({ hash }) => hash) ?? null }
  }
}
