/** Makes elements in a page that React does not render: icons, notices. */
import { type IconName, iconPath } from "./icon-shapes"

const SVG = "http://www.w3.org/2000/svg"

type Attributes = Readonly<Record<string, string>>

export const element = <Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  attributes: Attributes,
  ...children: ReadonlyArray<Node | string>
): HTMLElementTagNameMap[Name] => {
  const made = document.createElement(name)
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value)
  made.append(...children)
  return made
}

/** The same as `<Icon>`. */
export const iconElement = (name: IconName): SVGElement => {
  const icon = document.createElementNS(SVG, "svg")
  icon.setAttribute("class", "icon")
  icon.setAttribute("viewBox", "0 0 24 24")
  icon.setAttribute("aria-hidden", "true")
  const path = document.createElementNS(SVG, "path")
  path.setAttribute("d", iconPath(name))
  icon.append(path)
  return icon
}

const icons = { bad: "alert", needs: "flag", ok: "check", warn: "alert" } as const

interface Said {
  readonly tone: keyof typeof icons
  readonly role: "alert" | "status"
  readonly lines: ReadonlyArray<Node | string>
  readonly onDismiss?: () => void
}

/** The same as `<Notice>`, one paragraph for each line. */
export const noticeElement = ({ lines, onDismiss, role, tone }: Said): HTMLElement => {
  const notice = element(
    "div",
    { class: "notice", "data-tone": tone, role },
    iconElement(icons[tone]),
    element("div", {}, ...lines.map((line) => element("p", {}, line)))
  )
  const dismiss = element(
    "button",
    { class: "button", "data-kind": "quiet", "data-size": "icon", type: "button", "aria-label": "Dismiss" },
    iconElement("cross")
  )
  dismiss.addEventListener("click", () => {
    notice.remove()
    onDismiss?.()
  })
  if (onDismiss !== undefined) notice.append(dismiss)
  return notice
}
