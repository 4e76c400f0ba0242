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
  /** The file itself, while it is in the reader's own page; a server sends none back. */
  readonly source?: string | undefined
}
export interface NotChecked {
  readonly kind: "refused"
  readonly field: VerifyField
  readonly message: string
  /** What was typed. */
  readonly address: string
  /** True where the page lacks the means to check; the same check may be started again. */
  readonly mayRetry?: boolean | undefined
}
export type VerifyReply = Checked | NotChecked
