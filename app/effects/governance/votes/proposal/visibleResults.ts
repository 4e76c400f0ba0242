/**
 * Whether a reader may see the results of a vote. The only such function for pages, feeds, exports, the API, e-mails,
 * events and share texts: every output that contains a choice, a sum or a winner calls it first. Pure.
 */
import { type Entry, seal } from "../ballot/Ballot"
import { isClosed } from "./lifeCycle"
import type { Proposal } from "./Proposal"

export interface ResultViewer {
  /** True if this account has a ballot in the chain. Feeds, exports and visitors have none. */
  readonly hasVoted: boolean
}
export const ANYBODY: ResultViewer = { hasVoted: false }

export type ResultVisibility = { readonly shown: true } | { readonly shown: false; readonly words: string }

type Voted = Pick<Proposal, "resultsVisibility" | "status" | "closesAt">

const hiddenUntil = (when: string): ResultVisibility => ({ shown: false, words: `Results are shown ${when}.` })

/** Voting ends by the clock, not by the job that counts. A vote cancelled before its close stays hidden. */
const isOver = ({ closesAt, status }: Voted, now: number) =>
  isClosed(status) || (status === "active" && now >= closesAt)

const CANCELLED = "Voting was cancelled. The sealed ballots are no longer published and are not opened here."

/** Nobody can read the ballots before they are opened, and nobody may see results before they are counted. */
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

/**
 * Nobody can read a sealed ballot yet. Those of a cancelled vote are not published, because anyone who has one could
 * open it once its round is signed.
 */
const isPublishedSealed = ({ resultsVisibility, status }: Voted) =>
  resultsVisibility === "sealed" && status !== "cancelled"

/**
 * A ballot as this viewer may see it: hash, number and chain are always public. A sealed ballot does not reveal its
 * choice.
 */
export const visibleEntry = (proposal: Voted, viewer: ResultViewer, now: number, entry: Entry): Entry =>
  isPublishedSealed(proposal) || visibleResults(proposal, viewer, now).shown ? entry : seal(entry)
