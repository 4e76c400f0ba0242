/**
 * What the visitor typed, ticked or chose before the page was awake (docs/product/safety.md, C10). React takes a field as
 * the server sent it and draws it again from its own state, so what came first would be lost: it is said once more, as
 * if done now.
 */
import { isAwake } from "./is-awake"

type Field = HTMLInputElement | HTMLTextAreaElement

const TICKS = new Set(["checkbox", "radio"])
/** Nobody types in these, or no script may fill them. */
const SILENT = new Set(["hidden", "file", "submit", "button", "reset", "image"])

/** React compares with what it last saw on the element itself; the prototype's own setter goes past it. */
const setUnseen = (field: HTMLElement, value: string) => {
  const prototype: object = Object.getPrototypeOf(field)
  Object.getOwnPropertyDescriptor(prototype, "value")?.set?.call(field, value)
}

const typeAgain = (field: Field) => {
  const { defaultValue, value } = field
  if (value === defaultValue) return
  field.value = defaultValue
  setUnseen(field, value)
  field.dispatchEvent(new Event("input", { bubbles: true }))
}

const tickAgain = (field: HTMLInputElement) => {
  if (field.checked === field.defaultChecked || (field.type === "radio" && !field.checked)) return
  field.checked = field.defaultChecked
  field.click()
}

const chooseAgain = (field: HTMLSelectElement) => {
  const options = [...field.options]
  const sent = options.findLast(({ defaultSelected }) => defaultSelected) ?? options[0]
  if (sent?.selected === false) field.dispatchEvent(new Event("change", { bubbles: true }))
}

const sayAgain = (field: Element) => {
  if (field instanceof HTMLSelectElement) chooseAgain(field)
  else if (field instanceof HTMLTextAreaElement) typeAgain(field)
  else if (field instanceof HTMLInputElement && TICKS.has(field.type)) tickAgain(field)
  else if (field instanceof HTMLInputElement && !SILENT.has(field.type)) typeAgain(field)
}

/** What the server sent and nobody has heard yet: the fields of parts that wake up after the page. */
const asleep = new Set<Element>()

/** Called when a part of the page has woken up (components/base/site/later.tsx), and before it has drawn anything anew. */
export const sayWhatWoke = (): void => {
  for (const field of asleep) {
    if (!isAwake(field)) continue
    asleep.delete(field)
    sayAgain(field)
  }
}

/** Called when React listens and before it has drawn anything anew. */
export const sayTypedAgain = (page: ParentNode): void => {
  for (const field of page.querySelectorAll("input, textarea, select")) asleep.add(field)
  sayWhatWoke()
}
