import { type ReactNode, useCallback, useEffect, useRef } from "react"
import { Icon } from "~/components/base/parts/icon"
import { onceSeen } from "~/components/base/parts/once-seen"
import { HydratedButton } from "~/components/base/site/hydrated-button"
import { useSite } from "./use-site"

type Props = {
  /** Shown until the reader has asked for a count. */
  readonly before: ReactNode
  /** The page of a finished vote of this site, whose file is counted; the sample if undefined. */
  readonly page?: string
}

/**
 * The verifier of a finished vote or of the sample, inside another page. A vote is counted when the panel comes into
 * view, so that the verdict shown was always made by this browser. What a count writes into the panel is not React's
 * (recount.ts): a page that is only read counts as well.
 */
export function RecountPanel({ before, page }: Props) {
  const panel = useRef<HTMLDivElement>(null)
  const site = useSite()
  const latest = useRef(site)
  latest.current = site
  const count = useCallback(async (showSteps: boolean) => {
    const { recount } = await import("./recount")
    if (panel.current !== null) await recount(panel.current, latest.current, showSteps)
  }, [])
  useEffect(() => {
    if (page === undefined || panel.current === null) return
    return onceSeen(panel.current, () => void count(false))
  }, [count, page])
  return (
    <div
      className="stack recount-panel"
      data-page={page}
      data-begins-in-view={page === undefined ? undefined : ""}
      ref={panel}
    >
      <div aria-live="polite">
        <div data-part="before">{before}</div>
        <div data-part="steps" />
      </div>
      <p className="only-script">
        <HydratedButton className="button" data-part="button" onClick={() => void count(true)}>
          <Icon name="check" />
          <span data-part="words">{page === undefined ? "Re-count the sample now" : "Re-count this vote now"}</span>
        </HydratedButton>
      </p>
      {/* The verdict's space is reserved, so that a count that starts automatically moves nothing. */}
      <div className="recount__verdict only-script" aria-live="polite" data-part="verdict" />
    </div>
  )
}
