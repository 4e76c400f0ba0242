/**
 * Listens for keyboard shortcuts on every page; what they do is loaded with the first one (shortcut-keys.ts). They can be
 * turned off, and are never taken from somebody who types (WCAG 2.1.4).
 */
const KEYS = ["/", "?"]
/** Begins a pair; how long its second key may take, in milliseconds. */
const FIRST = "g"
const PAIR = 1_500
/** In `localStorage`, which a browser may refuse; then they are on. */
const SHORTCUTS = "commonhold:shortcuts"

export const areOff = (): boolean => {
  try {
    return localStorage.getItem(SHORTCUTS) === "off"
  } catch {
    return false
  }
}

export const turn = (isOn: boolean): void => {
  try {
    if (isOn) localStorage.removeItem(SHORTCUTS)
    else localStorage.setItem(SHORTCUTS, "off")
  } catch {
    // Not stored: areOff stays the truth, and the box shows it when the help opens next.
  }
}

const isTypedInto = (event: Event): boolean => {
  const [target] = event.composedPath()
  return (
    document.querySelector("dialog[open]") !== null ||
    (target instanceof HTMLElement &&
      (target.isContentEditable ||
        target.matches("textarea, select, input:not([type=checkbox], [type=radio], [type=button], [type=submit])")))
  )
}

const isPlainKey = ({ altKey, ctrlKey, isComposing, metaKey }: KeyboardEvent): boolean =>
  !altKey && !ctrlKey && !metaKey && !isComposing

export const hearShortcuts = (): void => {
  let pairUntil = 0
  document.addEventListener("keydown", (event) => {
    const { key, timeStamp } = event
    const isSecond = timeStamp < pairUntil
    if (key !== "Shift") pairUntil = 0
    if (event.defaultPrevented || event.repeat || !isPlainKey(event) || isTypedInto(event)) return
    if (areOff()) return
    if (isSecond || KEYS.includes(key)) {
      event.preventDefault()
      void import("./shortcut-keys").then(({ runShortcut }) => runShortcut(isSecond ? `${FIRST} ${key}` : key))
    } else if (key === FIRST) pairUntil = timeStamp + PAIR
  })
  document.addEventListener("click", ({ target }) => {
    if (!(target instanceof Element) || target.closest("button[data-shortcuts]") === null) return
    void import("./shortcut-keys").then(({ showHelp }) => showHelp())
  })
}
