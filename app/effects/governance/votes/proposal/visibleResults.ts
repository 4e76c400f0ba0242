/**
 * Whether a reader may see how a vote stands (D-12). The one function for pages, feeds, exports, the API, e-mail,
 * events and share texts: whatever shows a choice, a sum or a winner asks it first. Pure.
 */
import { type Entry, seal } from "../ballot/Ballot"
import { isClosed } from "./lifeCycle"
import type { Proposal } from "./Proposal"

export interface ResultViewer {
  /** True when this account has a ballot in the chain. Feeds, exports and visitors have none. */
  readonly hasVoted: boolean
}
export const ANYBODY: ResultViewer = { hasVoted: false }

export type ResultVisibility = { readonly shown: true } | { readonly shown: false; readonly words: string }

type Voted = Pick<Proposal, "resultsVisibility" | "status" | "closesAt">

const hiddenUntil = (when: string): ResultVisibility => ({ shown: false, words: `Results are shown ${when}.` })

/** Voting ends by the clock, not by the job that counts; what was cancelled before its close stays hidden for good. */
const isOver = ({ closesAt, status }: Voted, now: number) =>
  isClosed(status) || (status === "active" && now >= closesAt)

const CANCELLED = "Voting was cancelled. The sealed ballots are no longer published and are not opened here."

/** Nobody can read them before they are opened, and nobody is shown them before they are counted. */
const sealedResults = ({ closesAt, status }: Voted, now: number): ResultVisibility => {
  if (status === "uncountable") return { shown: false, words: "The ballots could not be opened. There is no result." }
  if (status === "cancelled") return { shown: false, words: CANCELLED }
  if (isClosed(status)) return { shown: true }
  return now < closesAt
    ? {
        shown: false,
        words: "Ballots are sealed. They are opened after voting closes, and nobody can read them before."
      }
    : { shown: false, words: "Voting has ended. The ballots are being opened." }
}

export const visibleResults = (proposal: Voted, viewer: ResultViewer, now: number): ResultVisibility => {
  if (proposal.resultsVisibility === "sealed") return sealedResults(proposal, now)
  if (isOver(proposal, now) || proposal.resultsVisibility === "always") return { shown: true }
  if (proposal.resultsVisibility === "afterClose") return hiddenUntil("after voting closes")
  return viewer.hasVoted ? { shown: true } : hiddenUntil("after you vote")
}

/** Nobody can read a sealed ballot yet; that of a cancelled vote opens by itself with its round, for whoever has it then. */
const isPublishedSealed = ({ resultsVisibility, status }: Voted) =>
  resultsVisibility === "sealed" && status !== "cancelled"

/** A ballot as this viewer may have it: digest, number and chain are always public. A sealed one tells no choice. */
export const visibleEntry = (proposal: Voted, viewer: ResultViewer, now: number, entry: Entry): Entry =>
  isPublishedSealed(proposal) || visibleResults(proposal, viewer, now).shown ? entry : seal(entry)
