/** What can be brought back after it was removed. Pure: pages load this file. */

/** How long pages offer it. */
export const UNDO_SECONDS = 10

/** What belongs to a community. */
export const insideKinds = [
  "thread",
  "comment",
  "attachment",
  "announcement-draft",
  "proposal-draft",
  "payout",
  "bond-draft",
  "people-list",
  "webhook"
] as const
export type InsideKind = (typeof insideKinds)[number]

export const removalKinds = [...insideKinds, "community-draft"] as const
export type RemovalKind = (typeof removalKinds)[number]

const words: Readonly<Record<RemovalKind, readonly [gone: string, back: string]>> = {
  thread: ["Thread removed.", "The thread is back."],
  comment: ["Comment removed.", "The comment is back."],
  attachment: ["File removed.", "The file is back."],
  "announcement-draft": ["Announcement deleted.", "The announcement is back."],
  "proposal-draft": ["Draft discarded.", "The draft is back."],
  payout: ["Payout discarded.", "The payout is back."],
  "bond-draft": ["Draft discarded.", "The draft is back."],
  "people-list": ["List discarded.", "The list is back."],
  webhook: ["Webhook removed.", "The webhook is back."],
  "community-draft": ["Draft discarded.", "The draft is back."]
}

export type RemovalState = "removed" | "undone"

export const removalWords = (kind: RemovalKind, state: RemovalState): string => words[kind][state === "removed" ? 0 : 1]

/** What every page of the session that removed something shows for some seconds. */
export interface RemovalNotice {
  readonly id: string
  readonly kind: RemovalKind
  readonly state: RemovalState
  /** Milliseconds for which it is still shown, by the server's clock. */
  readonly left: number
}
