/** The page of signers and requests as the server returns it. Types only: pages load this file. */
import type { LedgerTime } from "~/effects/chain/ledger/LedgerTime"
import type { BadgeHolder, OpenTransaction } from "~/effects/treasury/deployment/badges"
import type { ApprovalRequest, RequestPayload } from "./ApprovalRequest"
import type { StateTab, Tab } from "./tabs"

export interface SignerView {
  /** For example `#1#`, or the global id of a key badge. */
  readonly id: string
  /** Null if the ledger names no holder. */
  readonly account: string | null
  readonly name: string | null
  readonly isYou: boolean
  /** Why nobody approves with it where it is; null if somebody can, or it does not count. */
  readonly place: string | null
  /** Signer since, in Unix milliseconds, as this site recorded it. */
  readonly since: number | null
}

export interface ApprovalView {
  readonly seat: SignerView
  /** Is asked to sign. */
  readonly isNamed: boolean
  readonly state: "signed" | "refused" | "missing"
  readonly at: number | null
  /** Reason of a refusal. */
  readonly reason: string | null
}

export interface CommentView {
  readonly id: string
  readonly at: number
  readonly name: string
  readonly isOwn: boolean
  /** A moderator hid it, not its author, so it can be shown again. */
  readonly isModerated: boolean
  /** Null if hidden. */
  readonly text: string | null
}

export interface RequestView
  extends Pick<
    ApprovalRequest,
    "id" | "number" | "kind" | "state" | "txId" | "problem" | "createdAt" | "decidedAt" | "endsAt" | "closedAs"
  > {
  readonly payload: RequestPayload
  /** Closed, and read on the ledger after its end: nothing happened, and nothing will. */
  readonly isFinal: boolean
  /** Code of the signed hash; null for proposals from before requests existed. */
  readonly code: string | null
  readonly proposer: string
  /** It waits for signatures, and the reader proposed it or is a signer. */
  readonly mayTakeBack: boolean
  readonly maySign: boolean
  readonly mayRefuse: boolean
  readonly mayAskOthers: boolean
  /** Under a rule over keys: any of the signers can sign it. */
  readonly isAnyOf: boolean
  readonly approvals: ReadonlyArray<ApprovalView>
  readonly given: number
  /** How many signatures it needs. */
  readonly needed: number
  /** Names of the signers who are asked, or who signed. */
  readonly signers: ReadonlyArray<string>
  /** Numbers of the requests that this change of the rule ends. */
  readonly ends: ReadonlyArray<number>
  /** Why a signer cannot approve it now; null if they can. */
  readonly refusal: string | null
  /** Fully signed: available as a file that anyone can submit. */
  readonly isFile: boolean
  readonly comments: ReadonlyArray<CommentView>
}

/** Balance change of one account. */
export interface EffectView {
  /** Null for the treasury. */
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
    /** Their badge, for example `#1#`; null while they hold none. */
    readonly badge: string | null
  }>
}

/** Keys by account that a form for a rule over keys begins with: those of practice wallets, and of today's signers. */
export type OfferedKeys = Readonly<Record<string, string>>

export interface OpenView {
  readonly state: "open"
  readonly time: LedgerTime
  readonly holders: ReadonlyArray<BadgeHolder>
  readonly mine: string | null
  readonly isOwner: boolean
  /** This site has a relayer key, which multisig needs. */
  readonly hasRelayer: boolean
  readonly needsProof: boolean
  readonly openTransaction: OpenTransaction | null
  readonly now: number
  /** For the owner: the signers chosen at the founding, and the steps left. */
  readonly plan: PlanView | null
  /** Requests of former signers. */
  readonly openRequests: ReadonlyArray<RequestView>
  readonly keys: OfferedKeys
}

export interface MultisigView {
  readonly state: "multisig"
  readonly now: number
  readonly time: LedgerTime
  readonly needed: number
  /** The rule counts keys, so any of the signers sign the same request. */
  readonly isByKeys: boolean
  readonly seats: ReadonlyArray<SignerView>
  /** What one more lost badge would do, in words; null where it does no harm. */
  readonly reach: string | null
  /** The reader's badge or key that counts. */
  readonly mine: string | null
  /** Why the reader, who holds badges, is not a signer; null otherwise. */
  readonly mineRefused: string | null
  /** Other badges, whose holders could be signers; under a rule over keys all badges. */
  readonly others: ReadonlyArray<SignerView>
  readonly keys: OfferedKeys
  /** May hide comments. */
  readonly moderates: boolean
  readonly isMember: boolean
  readonly tab: Tab
  /** Number of requests by tab. */
  readonly counts: Readonly<Record<StateTab, number>>
  /** The request shown in full: the one in the address, or the first that waits for the reader. */
  readonly shown: RequestView | null
  /** Effects by account from a preview; null if unknown. */
  readonly effects: ReadonlyArray<EffectView> | null
  /** Other waiting requests. */
  readonly waiting: ReadonlyArray<RequestView>
  readonly over: ReadonlyArray<RequestView>
  readonly next: number | null
  /** The request that the form is filled from. */
  readonly from: Pick<ApprovalRequest, "number" | "payload"> | null
  /** Balances of tokens that waiting payments take, by address. */
  readonly balances: Readonly<Record<string, string>>
  readonly tokens: ReadonlyArray<Holding>
  /** Whether a payment needs a vote, in a sentence. */
  readonly voteRule: string
}

/** "other": the treasury has a rule that this site does not support. */
export type SignersPage = { readonly state: "none" | "other" } | OpenView | MultisigView
