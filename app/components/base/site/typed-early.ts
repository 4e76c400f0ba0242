/**
 * What the visitor typed, ticked or chose before hydration (docs/product/safety.md). React takes a field as the server
 * sent it and renders it from its own state, so earlier input would be lost: its events are fired again.
 */
type Field = HTMLInputElement | HTMLTextAreaElement

const say = (field: HTMLElement, name: "input" | "change") => field.dispatchEvent(new Event(name, { bubbles: true }))

const typeAgain = (field: Field, value: string) => {
  field.value = field.defaultValue
  // React compares with the value it last saw on the element itself; the prototype's own setter bypasses that.
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

/** The events to fire again for a field; undefined if it was not changed. */
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
  // For fields that nobody types in, the value is the one that was sent.
  if (!(field instanceof HTMLTextAreaElement || field instanceof HTMLInputElement)) return
  const { defaultValue, type, value } = field
  if (value === defaultValue) return
  // Scripts cannot fill in a file and need not: the file is there, only its event was missed.
  return () => void (type === "file" ? say(field, "change") : typeAgain(field, value))
}

/**
 * One after the other, with a React render in between: a form may hold all its fields in one value, and the second of
 * two events would otherwise use the value from before the first. Nothing is painted and nobody can type meanwhile.
 */
const waiting: Array<() => void> = []
const sayNext = () => {
  waiting.shift()?.()
  if (waiting.length > 0) queueMicrotask(sayNext)
}

/** Called when React listens, before it renders again. */
export const sayTypedAgain = (page: ParentNode): void => {
  for (const field of page.querySelectorAll("input, textarea, select")) {
    const again = doneWith(field)
    if (again !== undefined) waiting.push(again)
  }
  sayNext()
}
