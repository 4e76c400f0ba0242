/** Lengths and sentences of posts, shared by forms and server. Pure, no imports but types: pages load this file. */
import type { Category } from "./Post"

export const TITLE_LENGTH = { min: 5, max: 140 }
export const BODY_LENGTH = { min: 1, max: 20_000 }
export const COMMENT_LENGTH = { min: 1, max: 5_000 }
/** Reasons for hiding, closing or reopening, and a moderator's reason when deciding a report. */
export const REASON_LENGTH = { min: 5, max: 300 }
export const NOTE_LENGTH = { max: 500 }

export const words = {
  title: "Title: 5 to 140 characters.",
  category: "Please choose a category.",
  emptyBody: "Please write something.",
  longBody: "Please write at most 20,000 characters.",
  longComment: "Please write at most 5,000 characters.",
  reason: "Reason: 5 to 300 characters.",
  reportReason: "Please choose a reason.",
  longNote: "Please write at most 500 characters.",
  noThreads: "No threads yet. Ask the first question.",
  closed: "This thread is closed.",
  removedByAuthor: "Removed by the author"
}

export const hiddenWords = (reason: string): string => `Hidden by a moderator: ${reason.replace(/[.\s]+$/u, "")}.`

export const categoryNames: Readonly<Record<Category, string>> = {
  general: "General",
  idea: "Idea",
  question: "Question",
  help: "Help"
}
