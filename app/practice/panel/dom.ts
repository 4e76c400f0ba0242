/** Helpers to build elements. HTML strings are never parsed, so Trusted Types have nothing to refuse. */

type Child = Node | string | false
type Attributes = { readonly [name: string]: string | boolean }

export const el = <K extends keyof HTMLElementTagNameMap>(
  tag: K,
  attributes: Attributes,
  ...children: ReadonlyArray<Child>
): HTMLElementTagNameMap[K] => {
  const element = document.createElement(tag)
  for (const [name, value] of Object.entries(attributes)) {
    if (value !== false) element.setAttribute(name, value === true ? "" : value)
  }
  element.append(...children.filter((child) => child !== false))
  return element
}

export const button = (words: string, kind: string, onClick: (() => void) | undefined): HTMLButtonElement => {
  const element = el("button", { type: onClick === undefined ? "submit" : "button", "data-kind": kind }, words)
  if (onClick !== undefined) element.addEventListener("click", onClick)
  return element
}

let fields = 0
export const field = (words: string, value: string, type = "text"): readonly [HTMLElement, HTMLInputElement] => {
  fields += 1
  const id = `field-${fields}`
  const input = el("input", { id, type, value, required: true, autocomplete: "off" })
  return [el("p", { class: "field" }, el("label", { for: id }, words), input), input]
}

/** A checkbox, or a radio button if only one can be chosen, with its label. */
export const choice = (
  words: ReadonlyArray<Child>,
  attributes: { readonly type: "checkbox" | "radio"; readonly value: string; readonly checked: boolean }
): readonly [HTMLElement, HTMLInputElement] => {
  const input = el("input", { ...attributes, name: "account" })
  return [el("label", { class: "choice" }, input, el("span", {}, ...words)), input]
}
