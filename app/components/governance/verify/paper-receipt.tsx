import { Notice } from "~/components/base/parts/notice"
import type { PaperReceipt } from "~/effects/governance/votes/pages/paperReceipt"
import { inFours } from "~/effects/treasury/bonds/codes"

/** Tells a reader who came from a printed receipt which file to choose and which code it must give. */
export function FromPaper({ receipt: { check, number } }: { readonly receipt: PaperReceipt }) {
  return (
    <Notice tone="open">
      <p>
        Choose the file of receipt <b>{number}</b> below. It belongs to that paper if it gives the check code{" "}
        <b className="digest nowrap">{inFours(check)}</b>, and the receipt is valid if the check says that it is
        confirmed. The person who shows you the receipt can download its file.
      </p>
    </Notice>
  )
}
