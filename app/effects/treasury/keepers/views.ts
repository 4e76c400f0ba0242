/** The page about keepers, as the server answers it. Types only: pages load this file. */
import type { LedgerTime } from "~/effects/chain/ledger/LedgerTime"
import type { BadgeHolder, Act as WalletAct } from "~/effects/treasury/deployment/badges"
import type { Act, ActPayload } from "./Act"

export interface SeatView {
  /** As `#1#`. */
  readonly id: string
  /** Null where the ledger does not say who holds it. */
  readonly account: string | null
  readonly name: string | null
  readonly isYou: boolean
  /** Why nobody approves with it where it is, in a sentence; null where somebody can, or it does not count. */
  readonly place: string | null
  /** Keeps since, as this site saw it; Unix milliseconds. */
  readonly since: number | null
}

export interface ApprovalView {
  readonly seat: SeatView
  /** `lent`: until then; `asked`: a wallet was asked and may have signed; `signed`: part of what was sent. */
  readonly state: "lent" | "asked" | "signed" | "missing"
  readonly until: number | null
}

export interface ActView
  extends Pick<Act, "id" | "number" | "kind" | "state" | "txId" | "problem" | "createdAt" | "decidedAt"> {
  readonly payload: ActPayload
  readonly proposer: string
  /** It waits, and the reader proposed it, or keeps while nobody else can take it back. */
  readonly mayTakeBack: boolean
  readonly approvals: ReadonlyArray<ApprovalView>
  readonly given: number
  /** Names of those who signed, once it was sent. */
  readonly signers: ReadonlyArray<string>
  /** What the reader's approval would do; null where there is nothing for them to do. */
  readonly mine: "lend" | "pay" | null
  /** Why they cannot approve now; null where they can, or are no keeper. */
  readonly refusal: string | null
}

interface Holding {
  readonly resource: string
  readonly amount: string
  readonly symbol: string
}

export interface PlanView {
  readonly needed: number
  readonly people: ReadonlyArray<{
    readonly account: string
    /** Null without a profile. */
    readonly name: string | null
    /** Their badge, as `#1#`; null as long as they hold none. */
    readonly badge: string | null
  }>
}

export interface OpenView {
  readonly state: "open"
  readonly time: LedgerTime
  readonly holders: ReadonlyArray<BadgeHolder>
  readonly mine: string | null
  readonly isOwner: boolean
  /** This site has a key of its own, without which nothing of this works. */
  readonly hasSettler: boolean
  readonly needsProof: boolean
  readonly act: WalletAct | null
  readonly now: number
  /** For the owner: who was chosen at the founding, and what is left to do until they keep it. */
  readonly plan: PlanView | null
  /** What keepers did while they kept. */
  readonly acts: ReadonlyArray<ActView>
}

export interface KeptView {
  readonly state: "kept"
  readonly now: number
  readonly time: LedgerTime
  readonly needed: number
  readonly seats: ReadonlyArray<SeatView>
  /** What one more lost badge would do, in words; null where it does no harm. */
  readonly reach: string | null
  /** The reader's badge that counts. */
  readonly mine: string | null
  /** Why the reader, who holds badges, does not keep; null otherwise. */
  readonly mineRefused: string | null
  /** Badges of others, who could keep. */
  readonly others: ReadonlyArray<SeatView>
  readonly lent: number
  readonly acts: ReadonlyArray<ActView>
  readonly next: number | null
  readonly tokens: ReadonlyArray<Holding>
  /** Whether a payment needs a vote, in a sentence. */
  readonly voteRule: string
}

export type KeepersPage = { readonly state: "none" } | OpenView | KeptView
