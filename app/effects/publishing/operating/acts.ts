/** Closed list of operator actions and the entries of the audit log. Pure. */
import { Schema } from "effect"

export const OperatorAct = Schema.Literal(
  "end-sessions",
  "suspend",
  "unsuspend",
  "close",
  "reopen",
  "take-down",
  "undo-takedown",
  "hide",
  "show",
  "close-community",
  "reopen-community",
  "resend",
  "drop",
  "bounce",
  "unbounce",
  "block-signups",
  "unblock-signups",
  "signup-mode",
  "approve-signups",
  "refuse-signups",
  "invite-to-site",
  "withdraw-site-invitation",
  "run-job",
  "set-aside",
  "put-back",
  "switch",
  "own-data",
  "look"
)
export type OperatorAct = typeof OperatorAct.Type

export interface LogTarget {
  readonly type: "account" | "community" | "post" | "email" | "address" | "job" | "site"
  readonly id: string
  /** Name or title that people know it by. */
  readonly label: string
}

export const onSite: LogTarget = { type: "site", id: "site", label: "The site" }

export interface LogLine {
  readonly id: string
  readonly at: number
  /** A name, a short address, or "machine: ada". */
  readonly by: string
  readonly act: OperatorAct
  /** What was done, as a sentence without a full stop: "Ended 2 sessions". */
  readonly summary: string
  readonly target: { readonly type: string; readonly id: string; readonly label: string }
  readonly reason: string
}
