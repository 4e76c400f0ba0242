/**
 * Who may cancel a proposal (docs/product/access.md): its author before the first ballot, moderators and the owner at
 * any time before the close. Pure.
 */

import type { Role } from "~/effects/access/Membership"
import { allowed, refuse, type Verdict } from "~/effects/access/rules"
import { isRefused, takeStep } from "./lifeCycle"
import type { Proposal } from "./Proposal"

export interface Canceller {
  readonly account: string
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
