/**
 * Who may vote on a proposal, and why an account may not. Pure: used by the page to explain and by the server to
 * refuse.
 *
 * The list frozen at the opening decides. An account on it that has since left or is suspended cannot vote any more.
 */
import type { Membership } from "~/effects/access/Membership"
import { timeWords } from "../time"
import { DELAY_WORDS, HOUR_MS, isClosed } from "./lifeCycle"
import type { Proposal } from "./Proposal"

export type EligibilityCode = "NOT_MEMBER" | "TOO_NEW" | "NO_WEIGHT" | "SUSPENDED" | "NOT_OPEN" | "CLOSED"

export interface Ineligible {
  readonly ok: false
  readonly code: EligibilityCode
  /** Values for the placeholders of the sentence. */
  readonly params: Readonly<Record<string, string>>
  readonly words: string
}
export type Eligibility = { readonly ok: true; readonly weight: string } | Ineligible

export interface VoterState {
  /** Null for an account that never asked to join. */
  readonly membership: Pick<Membership, "status" | "joinedAt" | "suspendedUntil"> | null
  /** Weight on the frozen list; null if the account is not on it, or before there is a list. */
  readonly weight: string | null
  /** For counting by token: what the account holds now, if the ledger returned it. */
  readonly heldNow: string | null
  readonly tokenSymbol: string | null
}

type Vote = Pick<Proposal, "status" | "opensAt" | "closesAt" | "minMembershipHours" | "weightMode" | "snapshot">

const TEXTS: Readonly<Record<EligibilityCode, string>> = {
  NOT_MEMBER: "You are not a member. Votes here are for members who joined before {before}.",
  TOO_NEW:
    "You joined {joinedAt}. Members who joined before {before} can vote. You can vote on proposals that open after {after}.",
  NO_WEIGHT: "Your account held 0 {symbol} at ledger version {version} ({time}).",
  SUSPENDED: "You are suspended until {until}.",
  NOT_OPEN: "Voting opens {opensAt}.",
  CLOSED: "Voting closed at {closesAt}."
}
/** If membership must have lasted a while: the moment, and why it is before the opening. */
const NOT_MEMBER_LONG =
  "You are not a member. Votes here are for members who joined before {before}, {hours} before the opening."
/** The review is over, but the ledger could not be read yet. */
const NOT_OPEN_YET = "Voting was to open {opensAt}. "
const NEXT_TIME = " It holds {now} now, so you can vote on the next proposal."
const STILL_NONE = " It holds {now} now."
const NO_ASSIGNED_WEIGHT = "The owner gave your account a voting power of 0, so it cannot vote."

const fill = (text: string, params: Readonly<Record<string, string>>) =>
  text.replace(/\{(\w+)\}/g, (whole, name: string) => params[name] ?? whole)

const no = (code: EligibilityCode, params: Readonly<Record<string, string>>, text = TEXTS[code]): Ineligible => ({
  ok: false,
  code,
  params,
  words: fill(text, params)
})

const withoutWeight = ({ snapshot, weightMode }: Vote, { heldNow, tokenSymbol }: VoterState): Ineligible => {
  if (weightMode === "assigned" || weightMode === "member") return no("NO_WEIGHT", {}, NO_ASSIGNED_WEIGHT)
  const params = {
    symbol: tokenSymbol ?? "tokens",
    version: String(snapshot?.stateVersion ?? 0).replace(/\B(?=(\d{3})+$)/g, ","),
    time: snapshot === null ? "" : timeWords(Date.parse(snapshot.takenAt))
  }
  if (heldNow === null) return no("NO_WEIGHT", params)
  const next = heldNow === "0" ? STILL_NONE : NEXT_TIME
  return no("NO_WEIGHT", { ...params, now: heldNow }, TEXTS.NO_WEIGHT + next)
}

/** Before the opening there is no list; then the result is what it would be by membership alone. */
export const eligibilityOf = (vote: Vote, voter: VoterState, now: number): Eligibility => {
  const times = { opensAt: timeWords(vote.opensAt), closesAt: timeWords(vote.closesAt) }
  if (isClosed(vote.status) || vote.status === "cancelled" || (vote.status === "active" && now >= vote.closesAt)) {
    return no("CLOSED", times)
  }
  const { membership } = voter
  if (membership?.status === "suspended") {
    const until = membership.suspendedUntil
    return no("SUSPENDED", { until: until === null ? "further notice" : timeWords(until) })
  }
  const needed = vote.minMembershipHours * HOUR_MS
  if (membership?.status !== "active") {
    const before = timeWords(vote.opensAt - needed)
    const hours = `${vote.minMembershipHours} hour${vote.minMembershipHours === 1 ? "" : "s"}`
    return needed === 0 ? no("NOT_MEMBER", { before }) : no("NOT_MEMBER", { before, hours }, NOT_MEMBER_LONG)
  }
  if (membership.joinedAt > vote.opensAt - needed) {
    return no("TOO_NEW", {
      joinedAt: timeWords(membership.joinedAt),
      before: timeWords(vote.opensAt - needed),
      after: timeWords(membership.joinedAt + needed)
    })
  }
  if (now < vote.opensAt) return no("NOT_OPEN", times)
  if (vote.status !== "active") return no("NOT_OPEN", times, NOT_OPEN_YET + DELAY_WORDS)
  return voter.weight === null ? withoutWeight(vote, voter) : { ok: true, weight: voter.weight }
}
