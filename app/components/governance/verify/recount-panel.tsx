import { type ReactNode, useEffect, useRef, useState } from "react"
import { BusyButton } from "~/components/base/forms/busy-button"
import { Icon } from "~/components/base/parts/icon"
import { Notice } from "~/components/base/parts/notice"
import { checkAddress, checkSample } from "./check-here"
import type { CheckedHere, ReplyHere } from "./reply"
import { StepList, seconds, toneOf } from "./report-view"
import { useSite } from "./site"

type Props = {
  /** Shown until a count has started. */
  readonly before: ReactNode
  /** The page of a finished vote of this site, whose file is counted; the sample if undefined. */
  readonly page?: string
}

/**
 * The verifier of a finished vote or of the sample, inside another page. A vote is counted when the panel comes into
 * view, so that the verdict shown was always made by this browser.
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
      {/* The verdict's space is reserved, so that a count that starts automatically moves nothing. */}
      <div className="recount__verdict only-script" aria-live="polite">
        {reply?.kind === "checked" && <Verdict checked={reply} />}
      </div>
    </div>
  )
}

/** Calls `begin` once, when half of the element is on the screen. */
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
