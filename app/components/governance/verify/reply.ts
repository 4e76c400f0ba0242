/** How a check ended in the reader's own page, which has the file itself; a server sends none back. */
import type { Checked, NotChecked } from "~/effects/governance/votes/pages/VerifyReply"

export interface CheckedHere extends Checked {
  readonly source?: Blob | undefined
}
export type ReplyHere = CheckedHere | NotChecked

/** The sample that comes with the site. */
export const SAMPLE_ADDRESS = "/sample-ballots.json"
