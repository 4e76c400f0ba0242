/** The sentences of the moderation log. Pure, no imports but types: pages load this file. */
import type { ModerationKind } from "~/effects/activity/moderation-log/LogEntry"

/** "hid", "closed": the verb between the moderator's name and the post. */
export const actionWords: Readonly<Record<ModerationKind, string>> = {
  hide: "hid",
  show: "showed again",
  close: "closed",
  reopen: "reopened",
  suspend: "suspended",
  unsuspend: "ended the suspension of",
  remove: "removed",
  "cancel-proposal": "cancelled",
  "call-off": "called off",
  "refuse-post": "did not publish"
}
