/** What became of a press that has a step prepared before the wallet is asked for it. Pure. */
import type { PageReply } from "~/effects/base/remix/PageReply"

/** Where a form that is sent by itself stands, as Remix' fetchers say it. */
export interface Answered {
  readonly state: "idle" | "submitting" | "loading"
  readonly data: PageReply | undefined
}

/** Pressed, and prepared by the server: only then is it the step that is meant, though it may be the one of before. */
export type Wish = "none" | "pressed" | "prepared"

/** A refusal that was not there before. */
const isRefused = (before: Answered, now: Answered): boolean => now.data !== before.data && now.data?.ok === false

const isAnswered = (before: Answered, now: Answered): boolean => before.state !== "idle" && now.state === "idle"

/** A refusal may come while the page around the form is still being asked for. */
export const afterChange = (wish: Wish, before: Answered, now: Answered): Wish => {
  if (wish !== "pressed") return wish
  if (isRefused(before, now)) return "none"
  return isAnswered(before, now) ? "prepared" : wish
}
