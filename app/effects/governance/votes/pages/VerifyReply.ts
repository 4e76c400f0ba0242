/** How a check on /verify ended, in the browser or after a plain post. Types only. */
import type { Report } from "../file/Report"

export type VerifyField = "file" | "address"

export interface Checked {
  readonly kind: "checked"
  /** Of the file; the address it came from otherwise. */
  readonly name: string
  readonly bytes: number
  readonly milliseconds: number
  /** Who counted: the reader is told whether the file left their device. */
  readonly by: "browser" | "server"
  readonly report: Report
}
export interface NotChecked {
  readonly kind: "refused"
  readonly field: VerifyField
  readonly message: string
  /** What was typed. */
  readonly address: string
  /** True where the page lacks the means to check; the same check may be started again. */
  readonly mayRetry?: boolean | undefined
  /** True where whoever began the check ended it. */
  readonly isCancelled?: boolean | undefined
}
export type VerifyReply = Checked | NotChecked
