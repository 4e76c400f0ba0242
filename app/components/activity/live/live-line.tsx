import { type LiveState, liveWords } from "./live-words"

/** Shows how fresh the page is. Its space is reserved, so nothing moves when it appears. */
export function LiveLine({ state }: { readonly state: LiveState }) {
  return (
    <span className="live-line small muted" data-live={state}>
      {liveWords[state]}
    </span>
  )
}
