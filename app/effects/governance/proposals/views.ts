/** Loader data of proposals. Types only: pages load this file. */
import type { CommunityId, ResultsVisibility, WeightMode } from "~/effects/access/Community"
import type { Person } from "~/effects/access/Person"
import type { Threshold } from "~/effects/access/threshold"
import type { MarkdownTree } from "~/effects/base/text/markdown/Tree"
import type { StepView } from "~/effects/chain/prepared-transactions/Step"
import type { Attachment } from "~/effects/conversation/attachments/Attachment"
import type { Choice } from "~/effects/governance/votes/ballot/Ballot"
import type { ChangesLeft } from "~/effects/governance/votes/ballot/changes"
import type { Tie } from "~/effects/governance/votes/count/ties"
import type { ProposalId } from "~/effects/governance/votes/fields"
import type { Eligibility } from "~/effects/governance/votes/proposal/eligibility"
import type {
  ProposalChoice,
  ProposalKind,
  ProposalStatus,
  VoteType
} from "~/effects/governance/votes/proposal/Proposal"
import type { Snapshot } from "~/effects/governance/votes/snapshot"
import type { DelegatedWeight, Outcome, Result, Round } from "~/effects/governance/votes/Tally"
import type { DrawView, SealedView, TieRuleName } from "./sealedViews"
import type { ActionType } from "./values"

export type { BallotLine, BallotsPage } from "./ballotViews"

export type Tab = "open" | "review" | "results" | "drafts"

/**
 * Always public, whether results are hidden or not. Decimals are exact; `pct` is rounded down, to one decimal or to as
 * many as the quorum has.
 */
export interface Participation {
  /** Including ballots that were replaced. */
  readonly ballots: number
  readonly voters: number
  readonly weightCast: string
  readonly eligibleCount: number
  readonly eligibleWeight: string
  readonly pct: string
  /** Weight that counts through delegates, exact decimal; null without any. */
  readonly delegated: { readonly votes: string; readonly isByMember: boolean } | null
  readonly quorumPct: number
  readonly quorumReached: boolean
}

export interface ResultLine {
  readonly key: string
  readonly label: string
  /** Exact decimal. */
  readonly votes: string
  /** For people: grouped by thousands, at most six places. */
  readonly shown: string
  readonly voters: number
  /** Of a time of a poll for a date, exact decimal; `votes` are Yes. Null for other choices. */
  readonly ifNeedBe: string | null
  /** Share of all votes given to choices; one decimal, rounded down. */
  readonly pct: string
  readonly wins: boolean
}

/** What this reader may know of the tally. */
export type Results =
  | { readonly shown: false; readonly words: string }
  | {
      readonly shown: true
      readonly lines: ReadonlyArray<ResultLine>
      /** Of Yes or No: whether Yes reaches the share that it needs. */
      readonly isOver: boolean
      /** The delegated part, in the order of the lines; null without delegations. */
      readonly delegated: DelegatedWeight | null
      /** Null until the vote is counted. */
      readonly final: {
        readonly outcome: Outcome
        /** The count in sentences. */
        readonly words: string
        readonly winners: ReadonlyArray<string>
        readonly tied: ReadonlyArray<string>
        readonly quorumReached: boolean
        readonly rounds: ReadonlyArray<Round>
        /** Of scores: the mean of each choice, in the order of the lines. */
        readonly means: Result["means"] | null
        /** Of a ranked vote for several seats: how many votes elect a choice. */
        readonly quota: string | null
        /**
         * Of a sealed vote: sentences that say which ballots are spoilt and whether they could have changed the result.
         */
        readonly spoilt: string | null
        /** Null for votes without a rule for ties. */
        readonly ties: ReadonlyArray<Tie> | null
      } | null
    }

export interface OwnVote {
  /** "Yes", "1 Lake, 2 Hall"; null for a sealed ballot that is not opened. */
  readonly words: string | null
  /** The choice on the ballot, with which the form starts when voting again. Null if only the voter knows it. */
  readonly choice: Choice | null
  readonly reason: string
  readonly at: number
  readonly digest: string
  readonly seq: number
}

export interface ProposalCard {
  readonly id: ProposalId
  readonly number: number
  readonly kind: ProposalKind
  readonly title: string
  readonly summary: string
  readonly author: Person
  readonly status: ProposalStatus
  readonly voteType: VoteType
  /** Share of Yes and No; used only for votes of that type. */
  readonly thresholdPct: Threshold
  readonly opensAt: number
  readonly closesAt: number
  /** When it was counted or cancelled. */
  readonly closedAt: number | null
  /** The date that this poll chose was called off. */
  readonly calledOff: { readonly at: number; readonly by: string; readonly reason: string } | null
  /** The gateway does not respond, so the opening waits (docs/product/votes.md). */
  readonly isDelayed: boolean
  /** Nobody can read its ballots before they are opened. */
  readonly isSealed: boolean
  /** Both null before the opening. */
  readonly participation: Participation | null
  readonly results: Results | null
  readonly ownVote: OwnVote | null
  /** Whether the reader is on the frozen list; false for everyone before the opening. */
  readonly isEligible: boolean
}

/** A card of a list over several communities. */
export interface PublicProposalCard extends ProposalCard {
  readonly community: {
    readonly id: CommunityId
    readonly slug: string
    readonly name: string
    readonly logo: string | null
  }
}

export interface ActionView {
  readonly type: ActionType
  /** What the action does, one sentence per line. */
  readonly words: ReadonlyArray<string>
  /** Canonical JSON; for a manifest, its text. */
  readonly payload: string
  readonly hash: string
}

export interface ProgressPost {
  readonly seq: number
  readonly at: number
  readonly author: Person
  readonly text: MarkdownTree
}

/** An objection that stands: its voter's latest ballot. */
export interface ObjectionView {
  /** Number of the ballot. */
  readonly seq: number
  readonly voter: Person
  readonly reason: string
  /** Unix milliseconds. */
  readonly at: number
  readonly answer: { readonly text: string; readonly at: number } | null
}

export interface ExecutionView {
  readonly state: "waiting" | "pending" | "done" | "failed"
  readonly txId: string | null
  /** Whether what ran is what was voted; null if no manifest is compared or nothing ran yet. */
  readonly manifestMatches: boolean | null
  /** If the committed manifest is not the voted one: both, written in the same way. */
  readonly differs: { readonly voted: string; readonly ran: string } | null
  readonly at: number | null
  /** Until when it can be executed. */
  readonly expiresAt: number | null
}

export interface ProposalView extends ProposalCard {
  readonly attachments: ReadonlyArray<Attachment>
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
  /** Balances read so far, while the list of voters is built. */
  readonly opening: { readonly done: number; readonly total: number } | null
  readonly proposalDigest: string | null
  readonly headHash: string | null
  readonly sealed: SealedView | null
  /** How ties of a ranked vote are decided; null for other votes. */
  readonly tieRule: TieRuleName | null
  /** The draw of a tie in a vote that is not sealed, once it is pending or made. */
  readonly draw: DrawView | null
  /** The author's signature over text, rules and time; null if there is none. */
  readonly signed: {
    readonly digest: string
    readonly publicKey: string
    readonly signature: string
    readonly curve: "curve25519" | "secp256k1"
    readonly filePath: string
  } | null
  readonly action: ActionView | null
  readonly execution: ExecutionView | null
  /** The transaction that executes it, for those who may sign; null once the ledger has decided. */
  readonly step: StepView | null
  readonly stepTopic: string | null // live events that report that a wallet was asked; null for those who may not sign
  readonly signers: string | null // "2 of 3" if signers must approve what it pays
  readonly outcomeNote: string | null
  readonly cancelledReason: string | null
  /** Who called off the chosen date; null if nobody did, or without a profile. */
  readonly calledOffName: string | null
  readonly progress: ReadonlyArray<ProgressPost>
  /** Of a vote by consent, in the order of the chain; empty for other votes. */
  readonly objections: ReadonlyArray<ObjectionView>
  /** Null if nobody is signed in. */
  readonly eligibility: Eligibility | null
  readonly changesLeft: ChangesLeft | null // of this reader's ballot; null without one, and once voting is over
  readonly delegatedTo: string | null // the delegate of this reader in this vote, by name
  /** Actions that this reader may take. */
  readonly rights: {
    readonly edit: boolean
    readonly cancel: boolean
    readonly callOff: boolean
    /** To answer objections. */
    readonly answer: boolean
    /** Updates, and the note on the outcome. */
    readonly report: boolean
    readonly execute: boolean
    readonly comment: boolean
  }
  readonly files: {
    readonly json: string
    readonly csv: string
    /** Of a ranked or approval vote whose results anybody may see. */
    readonly election: { readonly blt: string; readonly records: string } | null
    readonly page: string
  }
}
