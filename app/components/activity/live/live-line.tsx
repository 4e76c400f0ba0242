import { type LiveState, liveWords } from "./live-words"

/** Says how fresh the page is. Room is kept for it, so nothing moves when it appears. */
export function LiveLine({ state }: { readonly state: LiveState }) {
  return (
    <span className="live-line small muted" data-live={state}>
      {liveWords[state]}
    </span>
  )
}
