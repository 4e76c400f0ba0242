import { type ReactNode, useEffect, useRef, useState } from "react"
import { BusyButton } from "~/components/base/forms/busy-button"
import { Icon } from "~/components/base/parts/icon"
import { Notice } from "~/components/base/parts/notice"
import { checkAddress, checkSample } from "./check-here"
import type { CheckedHere, ReplyHere } from "./reply"
import { StepList, seconds, toneOf } from "./report-view"
import { useSite } from "./site"

type Props = {
  /** What stands there until the button is pressed. */
  readonly before: ReactNode
  /** The page of a finished vote of this site, whose file is counted; without one, the sample. */
  readonly page?: string
}

/**
 * The verifier on a finished vote or on the sample file, inside another page: one press, seven ticks. A vote is counted
 * when the panel comes into view, so that its verdict is never one that nobody made. Reads fine without scripts.
 */
export function RecountPanel({ before, page }: Props) {
  const [reply, setReply] = useState<ReplyHere>()
  const [isChecking, setChecking] = useState(false)
  const [wasPressed, setPressed] = useState(false)
  const panel = useRef<HTMLDivElement>(null)
  const site = useSite()
  const run = async () => {
    setChecking(true)
    const asking = { site, onProgress: () => undefined, signal: new AbortController().signal }
    setReply(await (page === undefined ? checkSample(asking) : checkAddress(page, asking)))
    setChecking(false)
  }
  useInView(panel, page !== undefined, () => void run())
  return (
    <div className="stack recount-panel" ref={panel} data-begins-in-view={page === undefined ? undefined : ""}>
      <div aria-live="polite">
        {wasPressed && reply?.kind === "checked" ? <StepList steps={reply.report.steps} /> : before}
        {reply?.kind === "refused" && (
          <Notice tone="bad">
            <p>{reply.message}</p>
          </Notice>
        )}
      </div>
      <p className="only-script">
        <BusyButton
          className="button"
          type="button"
          isBusy={isChecking}
          onClick={() => {
            setPressed(true)
            void run()
          }}
        >
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
      {/* It has its room before it is there: a count that begins by itself moves nothing. */}
      <div className="recount__verdict only-script" aria-live="polite">
        {reply?.kind === "checked" && <Verdict checked={reply} />}
      </div>
    </div>
  )
}

/** Calls `begin` once, when half of it is on the screen. */
const useInView = (part: React.RefObject<HTMLElement>, isWanted: boolean, begin: () => void) => {
  const latest = useRef(begin)
  latest.current = begin
  useEffect(() => {
    if (!isWanted || part.current === null) return
    const sight = new IntersectionObserver(
      (seen) => {
        if (!seen.some(({ isIntersecting }) => isIntersecting)) return
        sight.disconnect()
        latest.current()
      },
      { threshold: 0.5 }
    )
    sight.observe(part.current)
    return () => sight.disconnect()
  }, [part, isWanted])
}

function Verdict({ checked: { milliseconds, report } }: { readonly checked: CheckedHere }) {
  return (
    <p className="state-line" data-tone={toneOf(report)}>
      <Icon name={report.holds ? "check" : "cross"} />
      <span>
        {report.verdict} Counted on this device in {seconds(milliseconds)}.
      </span>
    </p>
  )
}
