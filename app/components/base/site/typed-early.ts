/**
 * What the visitor typed, ticked or chose before the page was awake (docs/product/safety.md, C10). React takes a field as
 * the server sent it and draws it again from its own state, so what came first would be lost: it is said once more, as
 * if done now.
 */
import { isAwake } from "./is-awake"

type Field = HTMLInputElement | HTMLTextAreaElement

const say = (field: HTMLElement, name: "input" | "change") => field.dispatchEvent(new Event(name, { bubbles: true }))

const typeAgain = (field: Field, value: string) => {
  field.value = field.defaultValue
  // React compares with what it last saw on the element itself; the prototype's own setter goes past it.
  Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), "value")?.set?.call(field, value)
  say(field, "input")
}

const tickAgain = (field: HTMLInputElement, isTicked: boolean) => {
  field.checked = !isTicked
  field.click()
}

const chooseAgain = (field: HTMLSelectElement, chosen: ReadonlySet<HTMLOptionElement>) => {
  for (const option of field.options) option.selected = chosen.has(option)
  say(field, "change")
}

/** What was done with a field, to be said again; undefined where nothing was. */
const doneWith = (field: Element): (() => void) | undefined => {
  if (field instanceof HTMLSelectElement) {
    const options = [...field.options]
    const sent = options.findLast(({ defaultSelected }) => defaultSelected) ?? options[0]
    const chosen = new Set(field.selectedOptions)
    return sent?.selected === false ? () => chooseAgain(field, chosen) : undefined
  }
  if (field instanceof HTMLInputElement && /^(checkbox|radio)$/.test(field.type)) {
    const { checked, defaultChecked, type } = field
    return checked === defaultChecked || (type === "radio" && !checked) ? undefined : () => tickAgain(field, checked)
  }
  // Of fields that nobody types in, the value is the one that was sent.
  if (!(field instanceof HTMLTextAreaElement || field instanceof HTMLInputElement)) return
  const { defaultValue, type, value } = field
  if (value === defaultValue) return
  // No script may fill in a file, and none has to: it is there, and only nobody has heard of it.
  return () => void (type === "file" ? say(field, "change") : typeAgain(field, value))
}

/**
 * One after the other, and React draws in between: a form may keep all its fields as one value, which the second of two
 * events would make from what was there before the first. Nothing is painted and nobody types meanwhile.
 */
const waiting: Array<() => void> = []
const sayNext = () => {
  waiting.shift()?.()
  if (waiting.length > 0) queueMicrotask(sayNext)
}

/** What the server sent and nobody has heard yet: the fields of parts that wake up after the page. */
const asleep = new Set<Element>()

/** Called when a part of the page has woken up (components/base/site/later.tsx), and before it has drawn anything anew. */
export const sayWhatWoke = (): void => {
  const isSaying = waiting.length > 0
  for (const field of asleep) {
    if (!isAwake(field)) continue
    asleep.delete(field)
    const again = doneWith(field)
    if (again !== undefined) waiting.push(again)
  }
  if (!isSaying) sayNext()
}

/** Called when React listens and before it has drawn anything anew. */
export const sayTypedAgain = (page: ParentNode): void => {
  for (const field of page.querySelectorAll("input, textarea, select")) asleep.add(field)
  sayWhatWoke()
}
