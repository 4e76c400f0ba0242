/** What keyboard shortcuts do (docs/product/search.md). */
import { element, iconElement } from "~/components/base/parts/elements"
import { insidePath } from "~/components/base/site/inside-path"
import { areOff, turn } from "./shortcuts"

interface Target {
  readonly key: string
  readonly name: string
  readonly path: string
}

const everywhere: ReadonlyArray<Target> = [
  { key: "h", name: "Home", path: "/" },
  { key: "e", name: "Explore", path: "/explore" },
  { key: "c", name: "My communities", path: "/myCommunities" },
  { key: "n", name: "To do", path: "/userDashboard" }
]
const inside: ReadonlyArray<Target> = [
  { key: "o", name: "Overview", path: "" },
  { key: "d", name: "Discussion", path: "discussion" },
  { key: "p", name: "Proposals", path: "proposals" },
  { key: "a", name: "Announcements", path: "annissued" },
  { key: "b", name: "Bonds", path: "bondissued" },
  { key: "t", name: "Treasury", path: "treasury" },
  { key: "m", name: "Members", path: "members" }
]

const communityHere = (): string | undefined => /^\/community\/detail\/([a-z2-7]{12})/.exec(location.pathname)?.[1]

/** Those of the page: the places of the community only inside of one. */
const targets = (): ReadonlyArray<Target> => {
  const id = communityHere()
  return id === undefined
    ? everywhere
    : [...inside.map((each) => ({ ...each, path: insidePath(id, each.path) })), ...everywhere]
}

/** By the page's own link if it has one, so that a page with a router does not load again. */
const go = (path: string) => {
  const link = document.querySelector<HTMLAnchorElement>(`a[href="${path}"]`)
  if (link === null) location.assign(path)
  else link.click()
}

const search = () => {
  const box = document.querySelector<HTMLInputElement>("main .find input[type=search]")
  if (box !== null) {
    box.focus()
    return
  }
  const id = communityHere()
  // The browser focuses the field that the address names.
  location.assign(`${id === undefined ? "/search" : insidePath(id, "search")}#q`)
}

const line = (keys: string, name: string) => {
  const parts = keys.split(" ").flatMap((key) => [element("kbd", {}, key), " "])
  return element("div", {}, element("dt", {}, ...parts), element("dd", {}, name))
}

/** Also opened by the button in the footer, where shortcuts that were turned off can be turned on again. */
export const showHelp = (): void => {
  const title = element("h2", { class: "h3", id: "shortcuts-title" }, "Keyboard shortcuts")
  const close = element(
    "button",
    { class: "button", type: "button", "data-kind": "quiet", "data-size": "icon", "aria-label": "Close" },
    iconElement("cross")
  )
  const choice = element("input", { type: "checkbox", id: "shortcuts-on" })
  choice.checked = !areOff()
  choice.addEventListener("change", () => turn(choice.checked))
  const dialog = element(
    "dialog",
    { class: "shortcuts", "aria-labelledby": "shortcuts-title" },
    element("div", { class: "row", "data-apart": "" }, title, close),
    element(
      "dl",
      { class: "facts" },
      line("/", "Search"),
      ...targets().map(({ key, name }) => line(`g ${key}`, name)),
      line("?", "This help")
    ),
    element("label", { class: "check" }, choice, "Use these shortcuts on this device")
  )
  const before = document.activeElement
  close.addEventListener("click", () => dialog.close())
  dialog.addEventListener("close", () => {
    dialog.remove()
    if (before instanceof HTMLElement) before.focus()
  })
  document.body.append(dialog)
  dialog.showModal()
}

/** `/`, `?`, or a pair such as `g p`. A pair without a place does nothing. */
export const runShortcut = (keys: string): void => {
  const target = targets().find(({ key }) => keys === `g ${key}`)
  if (keys === "/") search()
  else if (keys === "?") showHelp()
  else if (target !== undefined) go(target.path)
}
