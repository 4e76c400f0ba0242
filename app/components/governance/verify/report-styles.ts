/** How the results of a check look, in React and in a page that is only read. */
import type { IconName } from "~/components/base/parts/icon-shapes"
import type { Report, StepState } from "~/effects/governance/votes/file/Report"

export const stepStyles: Readonly<
  Record<StepState, { readonly tone: string; readonly icon: IconName; readonly word: string }>
> = {
  ok: { tone: "ok", icon: "check", word: "Passed" },
  warn: { tone: "warn", icon: "alert", word: "Partly" },
  bad: { tone: "bad", icon: "cross", word: "Failed" },
  skipped: { tone: "warn", icon: "circle", word: "Not checked" }
}

export const seconds = (milliseconds: number) =>
  milliseconds < 100 ? "less than 0.1 s" : `${(milliseconds / 1000).toFixed(1)} s`

/** Green only if nothing is left unconfirmed. */
export const toneOf = ({ confirmation, holds }: Report) =>
  !holds ? "bad" : confirmation === "open" || confirmation === "unanswered" ? "warn" : "ok"
