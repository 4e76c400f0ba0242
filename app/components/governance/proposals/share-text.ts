/**
 * The preview text of a link to a vote, which never says more than the public may know (docs/product/publishing.md).
 * Pure.
 */

import { absoluteTime } from "~/effects/base/text/moments"
import { isOpenNow, turnoutWords } from "~/effects/governance/proposals/stateWords"
import type { ProposalView } from "~/effects/governance/proposals/views"
import { chipOf } from "./state-words"

type Shared = Pick<
  ProposalView,
  "summary" | "status" | "closesAt" | "opensAt" | "isDelayed" | "isSealed" | "participation" | "results"
>

const utc = (at: number) => `${absoluteTime(at, "UTC")} UTC`

export const shareText = (proposal: Shared, now: number): string => {
  const { participation, results, summary } = proposal
  const about = summary === "" ? [] : [summary]
  if (results?.shown === true && results.final !== null) return [...about, results.final.words].join(" ")
  if (proposal.status === "review") return [...about, `Voting opens ${utc(proposal.opensAt)}.`].join(" ")
  if (!isOpenNow(proposal, now)) return [...about, `${chipOf(proposal, now).word}.`].join(" ")
  const turnout = participation === null ? [] : [`${turnoutWords(participation)} so far.`]
  return [...about, ...turnout, `Voting closes ${utc(proposal.closesAt)}.`].join(" ")
}
