/** A result as the page shows it. */

import { Schema } from "effect"
import type { CommunityId } from "~/effects/access/Community"
import { readable } from "~/effects/base/amounts/readable"
import { signersHref } from "~/effects/communities/communities/hrefs"
import { commentPath } from "~/effects/conversation/discussion/CommentTarget"
import { proposalPath, publicProposalPath } from "~/effects/governance/proposals/paths"
import { statusWord } from "~/effects/governance/proposals/stateWords"
import { ProposalStatus } from "~/effects/governance/votes/proposal/Proposal"
import { ExpenseState, pathOf as expensePath } from "~/effects/treasury/expenses/Expense"
import { stateWords } from "~/effects/treasury/expenses/views"
import type { EntryText } from "./entryTexts.server"
import { excerptOf, markedIn } from "./excerpt"
import type { FoundEntry } from "./FoundEntries.server"
import { textOfRequest } from "./SearchEntries.server"
import type { Hit } from "./searchPage"

const isStatus = Schema.is(ProposalStatus)
const isExpenseState = Schema.is(ExpenseState)

const PAGES: Readonly<Record<string, (communityId: CommunityId, name: string) => string>> = {
  thread: (id, name) => `/community/detail/${id}/discussion?thread=${name}`,
  proposal: (id, name) => proposalPath(id, Number(name)),
  announcement: (id, name) => `/community/detail/${id}/annissued?a=${name}`
}
const belowOf = (target: string | null, communityId: CommunityId, name: string) =>
  (PAGES[target ?? ""] ?? PAGES.thread)?.(communityId, name) ?? ""

const proposalName = ({ name, state }: EntryText) =>
  // Whether an open vote has ended depends on the clock, which its own page asks.
  isStatus(state) && state !== "active" ? `Proposal ${name} · ${statusWord(state)}` : `Proposal ${name}`

/** Where it leads to, and what is written over its title. */
const placeOf = (text: EntryText): Pick<Hit, "href" | "over"> => {
  const { communityId, kind, name, ref, state, target } = text
  const inside = `/community/detail/${communityId}`
  switch (kind) {
    case "community":
      return { href: `/explore/${name}`, over: "Community" }
    case "thread":
      return { href: `${inside}/discussion?thread=${name}`, over: `Discussion · thread ${name}` }
    case "comment":
      return {
        href: commentPath({ path: belowOf(target, communityId, name) }, ref),
        over: target === "thread" ? `Discussion · thread ${name}` : `Comment on ${target} ${name}`
      }
    case "proposal":
      return { href: proposalPath(communityId, Number(name)), over: proposalName(text) }
    case "reason":
      return {
        href: `${proposalPath(communityId, Number(name))}#ballots`,
        over: `Reason of a vote · ${proposalName(text)}`
      }
    case "announcement":
      return { href: `${inside}/annissued?a=${name}`, over: `Announcement ${name}` }
    case "expense":
    case "expense-whole":
      return {
        href: expensePath(communityId, Number(name)),
        over: isExpenseState(state) ? `Expense ${name} · ${stateWords[state]}` : `Expense ${name}`
      }
    case "payout":
      return { href: `${inside}/tokenDistribution?d=${name}`, over: `Payout ${name}` }
    case "bond":
      return { href: `${inside}/bondissued?series=${name}`, over: `Bond ${name}` }
    case "member":
      return {
        href: `/userDashboard/userProfile/${name}`,
        over: state === "member" ? "Member" : state === "owner" ? "Owner" : "Moderator"
      }
    case "request":
      return { href: signersHref(communityId, Number(name)), over: `Request ${name}` }
  }
}

export interface Shown {
  /** Words as they are marked. */
  readonly words: ReadonlyArray<string>
  readonly isAmountShown: boolean
}

const amountOf = ({ amount, kind }: EntryText, isAmountShown: boolean): ReadonlyArray<string> => {
  const [number, ...symbol] = (amount ?? "").split(" ")
  if (number === undefined || number === "" || (kind === "expense" && !isAmountShown)) return []
  return [[readable(number), ...symbol].join(" ")]
}

export const hitOf = (entry: FoundEntry, text: EntryText, { isAmountShown, words }: Shown): Hit => {
  const isRequest = text.kind === "request"
  return {
    key: `${entry.kind} ${entry.ref}`,
    ...placeOf(text),
    title: markedIn(isRequest ? `Request ${text.name}` : text.title, words),
    sentence: excerptOf(isRequest ? textOfRequest(text.text) : text.text, words),
    about: [...(entry.authorName === null ? [] : [entry.authorName]), ...amountOf(text, isAmountShown)],
    at: entry.writtenAt,
    only: entry.kind === "expense-whole" ? "Its submitter and reviewers" : null
  }
}

/** On the public site, pages that need a wallet are for readers who have one. */
export const publicHit = (hit: Hit, { communityName, kind, name, slug }: EntryText, isSignedIn: boolean): Hit => {
  if (kind === "community") return { ...hit, about: [] }
  const here = kind === "announcement" ? `/explore/${slug}` : publicProposalPath(slug, Number(name))
  return { ...hit, href: kind === "announcement" && isSignedIn ? hit.href : here, about: [communityName, ...hit.about] }
}
