import { Notice } from "~/components/base/parts/notice"
import type { PaperReceipt } from "~/effects/governance/votes/pages/paperReceipt"
import { inFours } from "~/effects/treasury/bonds/codes"

/** For a reader who came here from paper: which file to choose, and which code it has to give. */
export function FromPaper({ receipt: { check, number } }: { readonly receipt: PaperReceipt }) {
  return (
    <Notice tone="open">
      <p>
        Choose the file of receipt <b>{number}</b> below. It is the file of that paper when it gives the check code{" "}
        <b className="digest nowrap">{inFours(check)}</b>, and the receipt is good when the check says that it is
        confirmed. The person who shows you the receipt can download its file.
      </p>
    </Notice>
  )
}
