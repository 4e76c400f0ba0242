/**
 * Rules of access for accounts. Each rule is a pure function: pages use it to disable a control and explain why, the
 * server to refuse. No imports: pages load this file.
 */
import type { AccountAddress } from "~/effects/base/addresses/addresses"
import type { Role } from "./Membership"

export const roleNames: Readonly<Record<Role, string>> = { member: "Member", moderator: "Moderator", owner: "Owner" }

/**
 * Facts about the person that rules need. `account` is a proven one: to the server, a wallet that is only connected is
 * nobody.
 */
export interface AccountRole {
  readonly account: AccountAddress | null
  readonly hasProfile: boolean
  /** When their wallet last signed for this session, in Unix milliseconds. */
  readonly provenAt?: number
}

/** Communities of at most this many members pay out and change their decision rules without a vote. */
export const SMALL_COMMUNITY = 3
/** Days during which payments of a token without a vote count together. */
export const FREE_DAYS = 30

export type RefusalCode =
  | "E-AUTH"
  | "E-PROFILE"
  | "E-ROLE"
  | "E-MEMBER"
  | "E-FRESH"
  | "E-STATE"
  | "E-SUSPENDED"
  | "E-DRAFT"
  | "E-HAND-OVER"
  | "E-TOO-NEW"
  | "E-SELF"
  | "E-OWNER"

export interface Refusal {
  readonly ok: false
  readonly code: RefusalCode
  /** Values for the braces in the code's text. */
  readonly params: Readonly<Record<string, string>>
}
export type Verdict = { readonly ok: true } | Refusal

export const allowed: Verdict = { ok: true }
export const refuse = (code: RefusalCode, params: Readonly<Record<string, string>> = {}): Verdict => ({
  ok: false,
  code,
  params
})

/** Texts of docs/product/errors.md and docs/product/communities.md, and our own for other cases. */
const TEXTS: Readonly<Record<RefusalCode, string>> = {
  "E-AUTH": "Sign in with your wallet to {action}.",
  "E-PROFILE": "Complete your profile to {action}.",
  "E-ROLE": "Only {role} can {action}.",
  "E-MEMBER": "Join {name} to {action}.",
  "E-FRESH": "Please confirm once more with your wallet: this step needs a proof from the last 24 hours.",
  "E-STATE": "This {thing} is {state}; {action} is no longer possible.",
  "E-SUSPENDED": "You are suspended until {until}.",
  "E-DRAFT": "This community is not open yet; {action} comes later.",
  "E-HAND-OVER": "Hand over ownership first.",
  "E-TOO-NEW": "New members can {action} after {hours} hours. You can from {from}.",
  "E-SELF": "You cannot {action} yourself.",
  "E-OWNER": "Nobody can do this to the owner."
}

/** The HTTP status of a refusal. */
export const statusOf = ({ code }: Refusal): 401 | 403 | 409 =>
  code === "E-AUTH" ? 401 : code === "E-STATE" ? 409 : 403

/**
 * The sentence for a person. A rule with its own sentence (docs/product/communities.md) passes it as the param `words`.
 */
export const explain = ({ code, params }: Refusal): string =>
  (params.words ?? TEXTS[code]).replace(/\{(\w+)\}/g, (whole, name: string) => params[name] ?? whole)

/** Needs a proven account. `action` completes "Sign in with your wallet to …". */
export const asAccount = (who: AccountRole, action: string): Verdict =>
  who.account === null ? refuse("E-AUTH", { action }) : allowed

/** Needs a profile too. `action` completes "Complete your profile to …". */
export const withProfile = (who: AccountRole, action: string): Verdict => {
  const account = asAccount(who, action)
  if (!account.ok) return account
  return who.hasProfile ? allowed : refuse("E-PROFILE", { action })
}

/** How long a proof is valid. */
export const FRESH_MS = 24 * 60 * 60 * 1000

/**
 * Requires a wallet's signature from the last 24 hours (docs/product/communities.md): hand-over, badges, e-mail change,
 * removal.
 */
export const withFreshProof = (who: AccountRole, now: number): Verdict =>
  who.provenAt !== undefined && now - who.provenAt < FRESH_MS ? allowed : refuse("E-FRESH")
