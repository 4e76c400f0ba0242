/** The result of a check in the reader's browser. Unlike the server's form of it, it includes the file. */
import type { Checked, NotChecked } from "~/effects/governance/votes/pages/VerifyReply"

export interface CheckedHere extends Checked {
  readonly source?: Blob | undefined
}
export type ReplyHere = CheckedHere | NotChecked

/** The sample file that the site provides. */
export const SAMPLE_ADDRESS = "/sample-ballots.json"
