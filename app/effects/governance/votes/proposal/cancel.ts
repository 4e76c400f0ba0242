/**
 * Who may cancel a proposal (docs/product/access.md): its author before the first ballot, moderators and the owner at
 * any time before the close. Who may call off the date that it chose: the same people, until it begins. Pure.
 */

import type { Role } from "~/effects/access/Membership"
import { allowed, refuse, type Verdict } from "~/effects/access/rules"
import type { AccountAddress } from "~/effects/base/addresses/addresses"
import { isRefused, takeStep } from "./lifeCycle"
import type { Proposal } from "./Proposal"

export interface Canceller {
  readonly account: AccountAddress
  /** Of an active member of the community; null for everyone else. */
  readonly role: Role | null
}

export const mayCancel = (
  who: Canceller,
  proposal: Pick<Proposal, "author" | "status" | "ballotCount" | "closesAt">,
  now: number
): Verdict => {
  const after = takeStep(proposal.status, "cancel")
  if (isRefused(after)) return after
  if (proposal.status === "active" && now >= proposal.closesAt) {
    return refuse("E-STATE", { thing: "proposal", state: "closed", action: "cancelling" })
  }
  if (who.role === "moderator" || who.role === "owner") return allowed
  if (who.role === null || who.account !== proposal.author) {
    return refuse("E-ROLE", { role: "the author, a moderator or the owner", action: "cancel this proposal" })
  }
  return proposal.ballotCount === 0
    ? allowed
    : refuse("E-STATE", { thing: "proposal", state: "already voted on", action: "cancellation by its author" })
}

/** What the rule needs to know of a date that a poll has chosen. */
export interface ChosenDate {
  readonly author: AccountAddress
  /** Unix milliseconds; of whole days in UTC. Null if no date was chosen. */
  readonly chosenAt: number | null
  readonly calledOffAt: number | null
}

export const mayCallOff = (who: Canceller, { author, calledOffAt, chosenAt }: ChosenDate, now: number): Verdict => {
  const action = "calling it off"
  if (chosenAt === null) return refuse("E-STATE", { thing: "proposal", state: "without a date", action })
  if (who.role === null || (who.role === "member" && who.account !== author)) {
    return refuse("E-ROLE", { role: "the author, a moderator or the owner", action: "call off this date" })
  }
  if (calledOffAt !== null) return refuse("E-STATE", { thing: "date", state: "called off already", action })
  return now < chosenAt ? allowed : refuse("E-STATE", { thing: "date", state: "past its beginning", action })
}
