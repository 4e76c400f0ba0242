/**
 * Counts the file of a finished vote, or the sample, inside a page and writes the result into it. Without React: home is
 * only read. The panel's elements come from the server (recount-panel.tsx).
 */
import { element, iconElement, noticeElement } from "~/components/base/parts/elements"
import type { Step } from "~/effects/governance/votes/file/Report"
import { checkAddress, checkSample } from "./check-here"
import type { CheckedHere } from "./reply"
import { seconds, stepStyles, toneOf } from "./report-styles"
import type { Site } from "./site"

const stepElement = ({ detail, figure, name, state }: Step): HTMLElement => {
  const { icon, tone, word } = stepStyles[state]
  return element(
    "li",
    {},
    element(
      "span",
      { "data-tone": tone },
      iconElement(icon),
      element("span", { class: "visually-hidden" }, `${word}: `)
    ),
    element("span", {}, name),
    element("span", { class: "num" }, String(figure ?? "")),
    ...(detail === "" ? [] : [element("small", {}, detail)])
  )
}

const verdictElement = ({ milliseconds, report }: CheckedHere): HTMLElement =>
  element(
    "p",
    { class: "state-line", "data-tone": toneOf(report) },
    iconElement(report.holds ? "check" : "cross"),
    element("span", {}, `${report.verdict} Counted on this device in ${seconds(milliseconds)}.`)
  )

/** @param showSteps whether the reader asked for the count, and so for its steps */
export const recount = async (panel: HTMLElement, site: Site, showSteps: boolean): Promise<void> => {
  const part = (name: string) => panel.querySelector<HTMLElement>(`[data-part=${name}]`)
  const [button, words, before, steps, verdict] = ["button", "words", "before", "steps", "verdict"].map(part)
  if (!button || !words || !before || !steps || !verdict || button.ariaDisabled === "true") return
  button.ariaDisabled = "true"
  words.textContent = "Counting…"
  const asking = { site, onProgress: () => undefined, signal: new AbortController().signal }
  const { page } = panel.dataset
  const reply = await (page === undefined ? checkSample(asking) : checkAddress(page, asking))
  button.removeAttribute("aria-disabled")
  words.textContent = "Re-count it again"
  const isChecked = reply.kind === "checked"
  const showsSteps = isChecked && showSteps
  before.hidden = showsSteps
  steps.replaceChildren(
    ...(showsSteps
      ? [element("ol", { class: "checklist", "data-lay": "long" }, ...reply.report.steps.map(stepElement))]
      : []),
    ...(isChecked ? [] : [noticeElement({ tone: "bad", role: "status", lines: [reply.message] })])
  )
  verdict.replaceChildren(...(isChecked ? [verdictElement(reply)] : []))
}
