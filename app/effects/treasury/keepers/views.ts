/** The page about keepers, as the server answers it. Types only: pages load this file. */
import type { LedgerTime } from "~/effects/chain/ledger/LedgerTime"
import type { BadgeHolder, Act as WalletAct } from "~/effects/treasury/deployment/badges"
import type { Act, ActPayload } from "./Act"
import type { StateTab, Tab } from "./tabs"

export interface SeatView {
  /** As `#1#`, or the global id of a key's badge. */
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
  /** One of those whose signatures it needs. */
  readonly isNamed: boolean
  readonly state: "signed" | "refused" | "missing"
  readonly at: number | null
  /** Of a refusal. */
  readonly reason: string | null
}

export interface CommentView {
  readonly id: string
  readonly at: number
  readonly name: string
  readonly isOwn: boolean
  /** A moderator hid it, not its author: it can be shown again. */
  readonly isModerated: boolean
  /** Null where it is hidden. */
  readonly text: string | null
}

export interface ActView
  extends Pick<
    Act,
    "id" | "number" | "kind" | "state" | "txId" | "problem" | "createdAt" | "decidedAt" | "endsAt" | "closedAs"
  > {
  readonly payload: ActPayload
  /** Closed, and the ledger was read after its end: nothing happened, and nothing will. */
  readonly isFinal: boolean
  /** Of the hash that is signed; null in what was proposed before requests. */
  readonly code: string | null
  readonly proposer: string
  /** It waits for signatures, and the reader proposed it or is a signer. */
  readonly mayTakeBack: boolean
  readonly maySign: boolean
  readonly mayRefuse: boolean
  readonly mayAskOthers: boolean
  /** By a rule over keys: any of those who are asked can sign it, and none of them has to. */
  readonly isAnyOf: boolean
  readonly approvals: ReadonlyArray<ApprovalView>
  readonly given: number
  /** How many signatures it needs. */
  readonly needed: number
  /** Names of those who are asked, or who signed. */
  readonly signers: ReadonlyArray<string>
  /** Numbers of what this change of the rule ends. */
  readonly ends: ReadonlyArray<number>
  /** Why a signer cannot approve it now; null where they can. */
  readonly refusal: string | null
  /** All have signed: it can be had as a file that anybody may submit. */
  readonly isFile: boolean
  readonly comments: ReadonlyArray<CommentView>
}

/** Of one account: signed, and of which token. */
export interface EffectView {
  /** Null of the treasury. */
  readonly account: string | null
  readonly name: string | null
  readonly change: string
  readonly symbol: string
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

/** By account, the key that a form for a rule over keys begins with; of practice wallets, and of signers of today. */
export type OfferedKeys = Readonly<Record<string, string>>

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
  readonly keys: OfferedKeys
}

export interface KeptView {
  readonly state: "kept"
  readonly now: number
  readonly time: LedgerTime
  readonly needed: number
  /** The rule counts keys: any of the signers sign the same request. */
  readonly isByKeys: boolean
  readonly seats: ReadonlyArray<SeatView>
  /** What one more lost badge would do, in words; null where it does no harm. */
  readonly reach: string | null
  /** The reader's badge or key that counts. */
  readonly mine: string | null
  /** Why the reader, who holds badges, does not keep; null otherwise. */
  readonly mineRefused: string | null
  /** Badges of others, who could keep; under a rule over keys all badges. */
  readonly others: ReadonlyArray<SeatView>
  readonly keys: OfferedKeys
  /** May hide comments. */
  readonly moderates: boolean
  readonly isMember: boolean
  readonly tab: Tab
  /** How many there are in each tab. */
  readonly counts: Readonly<Record<StateTab, number>>
  /** Shown as a whole: the one of the address, or the first that waits for the reader. */
  readonly shown: ActView | null
  /** What it would do to each account, as the ledger says now; null where that is not known. */
  readonly effects: ReadonlyArray<EffectView> | null
  /** What waits beside it. */
  readonly waiting: ReadonlyArray<ActView>
  readonly over: ReadonlyArray<ActView>
  readonly next: number | null
  /** What another one is made from: its number, and what it asked for. */
  readonly from: Pick<Act, "number" | "payload"> | null
  /** What the treasury holds now of tokens that waiting payments take, by their address. */
  readonly balances: Readonly<Record<string, string>>
  readonly tokens: ReadonlyArray<Holding>
  /** Whether a payment needs a vote, in a sentence. */
  readonly voteRule: string
}

/** "other": the treasury has a rule that this site does not make. */
export type KeepersPage = { readonly state: "none" | "other" } | OpenView | KeptView
