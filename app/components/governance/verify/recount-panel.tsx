import { type ReactNode, useState } from "react"
import { BusyButton } from "~/components/base/forms/busy-button"
import { Icon } from "~/components/base/parts/icon"
import { Notice } from "~/components/base/parts/notice"
import { checkAddress, checkSample } from "./check-here"
import type { CheckedHere, ReplyHere } from "./reply"
import { StepList, seconds } from "./report-view"
import { useSite } from "./site"

type Props = {
  /** What stands there until the button is pressed. */
  readonly before: ReactNode
  /** The page of a finished vote of this site, whose file is counted; without one, the sample. */
  readonly page?: string
}

/** The verifier on a finished vote or on the sample file, inside another page: one press, seven ticks. Reads fine without scripts. */
export function RecountPanel({ before, page }: Props) {
  const [reply, setReply] = useState<ReplyHere>()
  const site = useSite()
  const [isChecking, setChecking] = useState(false)
  const run = async () => {
    setChecking(true)
    const asking = { site, onProgress: () => undefined, signal: new AbortController().signal }
    setReply(await (page === undefined ? checkSample(asking) : checkAddress(page, asking)))
    setChecking(false)
  }
  return (
    <div className="stack recount-panel">
      <div aria-live="polite">
        {reply?.kind === "checked" ? <Found checked={reply} /> : before}
        {reply?.kind === "refused" && (
          <Notice tone="bad">
            <p>{reply.message}</p>
          </Notice>
        )}
      </div>
      <p className="only-script">
        <BusyButton className="button" type="button" isBusy={isChecking} onClick={() => void run()}>
          <Icon name="check" />
          {isChecking
            ? "Counting…"
            : reply === undefined
              ? page === undefined
                ? "Re-count the sample now"
                : "Re-count this vote now"
              : "Re-count it again"}
        </BusyButton>
      </p>
    </div>
  )
}

function Found({ checked }: { readonly checked: CheckedHere }) {
  const { milliseconds, report } = checked
  return (
    <>
      <StepList steps={report.steps} />
      <p className="recount__verdict">
        {report.verdict} Counted on this device in {seconds(milliseconds)}.
      </p>
    </>
  )
}
