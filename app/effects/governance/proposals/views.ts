/** What the pages of proposals get from their loaders. Types only: pages load this file. */
import type { ResultsVisibility, WeightMode } from "~/effects/access/Community"
import type { Person } from "~/effects/access/Person"
import type { Threshold } from "~/effects/access/threshold"
import type { MarkdownTree } from "~/effects/base/text/markdown/Tree"
import type { StepView } from "~/effects/chain/ledger-steps/Step"
import type { Choice } from "~/effects/governance/votes/ballot/Ballot"
import type { ChangesLeft } from "~/effects/governance/votes/ballot/changes"
import type { Tie } from "~/effects/governance/votes/count/ties"
import type { Eligibility } from "~/effects/governance/votes/proposal/eligibility"
import type {
  ProposalChoice,
  ProposalKind,
  ProposalStatus,
  VoteType
} from "~/effects/governance/votes/proposal/Proposal"
import type { Snapshot } from "~/effects/governance/votes/snapshot"
import type { Lent, Outcome, Round } from "~/effects/governance/votes/Tally"
import type { DrawView, SealedView, TieRuleName } from "./sealedViews"
import type { ActionType } from "./values"

export type { BallotLine, BallotsPage } from "./ballotViews"
export type {
  ProposalDraftPage,
  ProposalFormPage,
  ProposalPage,
  ProposalsListPage,
  ProposalsPage,
  ProposalVersionsPage,
  PublicProposalPage,
  VersionView
} from "./pageViews"

export type Tab = "open" | "review" | "results" | "drafts"

/** Public at any time, hidden results or not. Decimals are exact; `pct` is rounded down, with one decimal or as many as its quorum takes. */
export interface Participation {
  /** With those that were replaced. */
  readonly ballots: number
  readonly voters: number
  readonly weightCast: string
  readonly eligibleCount: number
  readonly eligibleWeight: string
  readonly pct: string
  /** Weight that counts through delegates, exact decimal; null where there is none. */
  readonly delegated: { readonly votes: string; readonly isByMember: boolean } | null
  readonly quorumPct: number
  readonly quorumReached: boolean
}

export interface ResultLine {
  readonly key: string
  readonly label: string
  /** Exact decimal. */
  readonly votes: string
  /** For people: thousands apart, six places. */
  readonly shown: string
  readonly voters: number
  /** Of all votes given to choices; one decimal, rounded down. */
  readonly pct: string
  readonly wins: boolean
}

/** What this reader may know of the standing (D-12). */
export type Results =
  | { readonly shown: false; readonly words: string }
  | {
      readonly shown: true
      readonly lines: ReadonlyArray<ResultLine>
      /** Of Yes or No: whether Yes has the share it needs. */
      readonly isOver: boolean
      /** What of it was lent, in the order of the lines; null where nothing was lent. */
      readonly lent: Lent | null
      /** Null until the vote is counted. */
      readonly final: {
        readonly outcome: Outcome
        /** The sum in sentences. */
        readonly words: string
        readonly winners: ReadonlyArray<string>
        readonly tied: ReadonlyArray<string>
        readonly quorumReached: boolean
        readonly rounds: ReadonlyArray<Round>
        /** Of a sealed vote, in sentences: which ballots are spoilt, and whether they could have changed the result. */
        readonly spoilt: string | null
        /** Null of votes without a rule for ties. */
        readonly ties: ReadonlyArray<Tie> | null
      } | null
    }

export interface OwnVote {
  /** "Yes", "1 Lake, 2 Hall"; null of a sealed ballot that is not opened. */
  readonly words: string | null
  /** As it stands on the ballot: voting again begins from it. Null where only the voter knows it. */
  readonly choice: Choice | null
  readonly reason: string
  readonly at: number
  readonly digest: string
  readonly seq: number
}

export interface ProposalCard {
  readonly id: string
  readonly number: number
  readonly kind: ProposalKind
  readonly title: string
  readonly summary: string
  readonly author: Person
  readonly status: ProposalStatus
  readonly voteType: VoteType
  /** Share of Yes and No; it counts for votes of that type. */
  readonly thresholdPct: Threshold
  readonly opensAt: number
  readonly closesAt: number
  /** When it was counted or cancelled. */
  readonly closedAt: number | null
  /** The gateway does not answer: the opening waits (docs/product/votes.md, 3.4). */
  readonly isDelayed: boolean
  /** Nobody can read its ballots before they are opened. */
  readonly isSealed: boolean
  /** Both null before the opening. */
  readonly participation: Participation | null
  readonly results: Results | null
  readonly ownVote: OwnVote | null
  /** On the frozen list; false for everybody before the opening. */
  readonly isEligible: boolean
}

/** A card of a list that shows several communities. */
export interface PublicProposalCard extends ProposalCard {
  readonly community: {
    readonly id: string
    readonly slug: string
    readonly name: string
    readonly logo: string | null
  }
}

export interface ActionView {
  readonly type: ActionType
  /** What it does, a sentence a line. */
  readonly words: ReadonlyArray<string>
  /** Canonical JSON; of a manifest, its text. */
  readonly payload: string
  readonly hash: string
}

export interface ProgressPost {
  readonly seq: number
  readonly at: number
  readonly author: Person
  readonly text: MarkdownTree
}

export interface ExecutionView {
  readonly state: "waiting" | "pending" | "done" | "failed"
  readonly txId: string | null
  /** "What ran is what was voted"; null where no manifest is compared or nothing ran yet. */
  readonly manifestMatches: boolean | null
  /** Where another manifest was committed than the voted one: both, written in the same way. */
  readonly differs: { readonly voted: string; readonly ran: string } | null
  readonly at: number | null
  /** Until when it may be carried out. */
  readonly expiresAt: number | null
}

export interface ProposalView extends ProposalCard {
  readonly text: MarkdownTree
  readonly choices: ReadonlyArray<ProposalChoice>
  readonly maxSelections: number | null
  readonly seats: number | null
  readonly reviewHours: number
  readonly quorumPct: number
  readonly weightMode: WeightMode
  readonly tokenSymbol: string | null
  readonly minMembershipHours: number
  readonly resultsVisibility: ResultsVisibility
  readonly publishedAt: number
  readonly version: number
  readonly threadNumber: number | null
  readonly snapshot: Snapshot | null
  /** Balances read so far, while the list is being made. */
  readonly opening: { readonly done: number; readonly total: number } | null
  readonly proposalDigest: string | null
  readonly headHash: string | null
  readonly sealed: SealedView | null
  /** How level choices of a ranked vote are told apart; null of other votes. */
  readonly tieRule: TieRuleName | null
  /** Of a vote that is not sealed: the draw of a tie, once it is awaited or made. */
  readonly draw: DrawView | null
  /** The author's signature over the text, the rules and the time; null where there is none. */
  readonly signed: {
    readonly digest: string
    readonly publicKey: string
    readonly signature: string
    readonly curve: "curve25519" | "secp256k1"
    readonly filePath: string
  } | null
  readonly action: ActionView | null
  readonly execution: ExecutionView | null
  /** The transaction that carries it out, for those who may sign one; null once the ledger has decided. */
  readonly step: StepView | null
  readonly stepTopic: string | null // tells that a wallet was asked; null for those who may not sign
  readonly keepers: string | null // "2 of 3", where keepers must approve what it pays
  readonly outcomeNote: string | null
  readonly cancelledReason: string | null
  readonly progress: ReadonlyArray<ProgressPost>
  /** Null where nobody is signed in. */
  readonly eligibility: Eligibility | null
  readonly changesLeft: ChangesLeft | null // of this reader's ballot; null without one, and once voting is over
  readonly lentTo: string | null // whom this reader's vote is lent to here, by name
  /** What this reader may press. */
  readonly rights: {
    readonly edit: boolean
    readonly cancel: boolean
    /** Posts of progress, and the note on the outcome. */
    readonly report: boolean
    readonly execute: boolean
    readonly comment: boolean
  }
  readonly files: { readonly json: string; readonly csv: string; readonly page: string }
}
