/** Result of a check on /verify, in the browser or after a plain post. Types only. */
import type { Report } from "../file/Report"

export type VerifyField = "file" | "address"

export interface Checked {
  readonly kind: "checked"
  /** Name of the file, or the address it came from. */
  readonly name: string
  readonly bytes: number
  readonly milliseconds: number
  /** Who counted, which tells the reader whether the file left their device. */
  readonly by: "browser" | "server"
  readonly report: Report
}
export interface NotChecked {
  readonly kind: "refused"
  readonly field: VerifyField
  readonly message: string
  /** The address as typed. */
  readonly address: string
  /** True if the page lacks the means to check; the same check may be started again. */
  readonly mayRetry?: boolean | undefined
  /** True if the person who started the check cancelled it. */
  readonly isCancelled?: boolean | undefined
}
export type VerifyReply = Checked | NotChecked
