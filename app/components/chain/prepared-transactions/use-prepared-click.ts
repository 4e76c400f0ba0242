import { useEffect, useRef, useState } from "react"
import type { PageReply } from "~/effects/base/remix/PageReply"

// State of a click that prepares a transaction before the wallet is asked to sign it.

/** State of a form as Remix fetchers report it. */
export interface FetcherState {
  readonly state: "idle" | "submitting" | "loading"
  readonly data: PageReply | undefined
}

/**
 * `prepared`: the server has prepared the transaction, which may be the same one as before; only now may the wallet
 * open.
 */
export type ClickState = "none" | "clicked" | "prepared"

/** A refusal that was not there before the change. */
const isRefused = (before: FetcherState, now: FetcherState): boolean =>
  now.data !== before.data && now.data?.ok === false

const isReplied = (before: FetcherState, now: FetcherState): boolean => before.state !== "idle" && now.state === "idle"

/** A refusal can arrive while the page around the form is still loading. */
export const afterChange = (click: ClickState, before: FetcherState, now: FetcherState): ClickState => {
  if (click !== "clicked") return click
  if (isRefused(before, now)) return "none"
  return isReplied(before, now) ? "prepared" : click
}

/** Tracks a click that prepares a transaction, until the wallet has responded. Another click starts over. */
export function usePreparedClick({ data, state }: FetcherState) {
  const [click, setClick] = useState<ClickState>("none")
  const last = useRef<FetcherState>({ data, state })
  useEffect(() => {
    const before = last.current
    last.current = { data, state }
    setClick((now) => afterChange(now, before, { data, state }))
  }, [data, state])
  return {
    isWanted: click === "prepared",
    want: () => setClick("clicked"),
    onResponse: () => setClick("none")
  }
}
