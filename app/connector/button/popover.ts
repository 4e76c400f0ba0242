/**
 * Position and focus of the popover. It is in the top layer, below the button, or a bottom sheet on phones. It closes
 * on Escape, on a click elsewhere, and when the focus leaves it by keyboard. Slotted content of the page counts as
 * inside, although it is outside the shadow tree.
 */
import type { ReactiveController } from "lit"

interface Host extends HTMLElement {
  readonly isMobile: boolean
  addController(controller: ReactiveController): void
}

const GAP_PX = 8
const LEAST_HEIGHT_PX = 240
/** Viewport width below which a popover would cover the page anyway. */
const SHEET_BELOW = "(max-width: 30rem)"

const FOCUSABLE = `button:not([disabled]):not([tabindex="-1"]), [tabindex="0"]`

export class Popover implements ReactiveController {
  isOpen = false
  isSheet = false
  #host: Host
  #close: () => void
  #isTabbing = false
  #hadFocus = false
  #scrollBefore: string | undefined

  /** `close` asks the owner to close; the owner then calls `hide`. */
  constructor(host: Host, close: () => void) {
    this.#host = host
    this.#close = close
    host.addController(this)
  }

  hostDisconnected() {
    this.hide()
  }

  get #box() {
    return this.#host.shadowRoot?.getElementById("popover") ?? null
  }
  get #trigger() {
    return this.#host.shadowRoot?.getElementById("button") ?? null
  }

  /** The focused element if it is in the popover or in its slotted content. */
  get #focused() {
    const within = this.#host.shadowRoot?.activeElement
    if (within) return this.#box?.contains(within) ? within : null
    const slotted = document.activeElement
    return slotted !== this.#host && this.#host.contains(slotted) ? slotted : null
  }

  /** Chooses popover or sheet before the content is rendered. */
  prepare() {
    this.isSheet = this.#host.isMobile || matchMedia(SHEET_BELOW).matches
  }

  /** Rendering may remove the focused button. */
  hostUpdate() {
    this.#hadFocus = this.isOpen && this.#focused !== null
  }

  hostUpdated() {
    if (this.isOpen && this.#hadFocus && this.#focused === null && !this.#host.shadowRoot?.activeElement)
      this.#box?.focus({ preventScroll: true })
  }

  show({ takeFocus }: { readonly takeFocus: boolean }) {
    const box = this.#box
    if (box === null || this.isOpen) return
    this.isOpen = true
    // Browsers without the popover API show it by attribute (styles.ts).
    if (typeof box.showPopover === "function") box.showPopover()
    this.place()
    document.addEventListener("pointerdown", this.#pressElsewhere, true)
    document.addEventListener("keydown", this.#press)
    window.addEventListener("scroll", this.place, true)
    window.addEventListener("resize", this.place)
    box.addEventListener("focusout", this.#leave)
    if (this.isSheet) {
      this.#scrollBefore = document.documentElement.style.overflow
      document.documentElement.style.overflow = "hidden"
    }
    if (takeFocus) box.focus({ preventScroll: true })
  }

  hide() {
    const box = this.#box
    if (box === null || !this.isOpen) return
    this.isOpen = false
    document.removeEventListener("pointerdown", this.#pressElsewhere, true)
    document.removeEventListener("keydown", this.#press)
    window.removeEventListener("scroll", this.place, true)
    window.removeEventListener("resize", this.place)
    box.removeEventListener("focusout", this.#leave)
    if (this.#scrollBefore !== undefined) {
      document.documentElement.style.overflow = this.#scrollBefore
      this.#scrollBefore = undefined
    }
    if (typeof box.hidePopover === "function" && box.matches(":popover-open")) box.hidePopover()
    if (this.#hadFocus) this.#trigger?.focus({ preventScroll: true })
  }

  /** Below the button, aligned with its end; above it if there is more room. */
  place = () => {
    const box = this.#box
    const trigger = this.#trigger
    if (box === null || trigger === null) return
    for (const side of ["top", "bottom", "left", "maxHeight"] as const) box.style[side] = ""
    if (this.isSheet) return
    const edge = trigger.getBoundingClientRect()
    const below = innerHeight - edge.bottom - 2 * GAP_PX
    const above = edge.top - 2 * GAP_PX
    const goesUp = below < LEAST_HEIGHT_PX && above > below
    const left = Math.min(edge.right - box.offsetWidth, innerWidth - box.offsetWidth - GAP_PX)
    box.style.left = `${Math.max(GAP_PX, left)}px`
    box.style.maxHeight = `${Math.max(goesUp ? above : below, LEAST_HEIGHT_PX)}px`
    if (goesUp) box.style.bottom = `${innerHeight - edge.top + GAP_PX}px`
    else box.style.top = `${Math.max(GAP_PX, edge.bottom + GAP_PX)}px`
  }

  #pressElsewhere = (event: PointerEvent) => {
    const path = event.composedPath()
    const inside = [this.#box, this.#trigger].some((part) => part !== null && path.includes(part))
    if (!inside) this.#close()
  }

  #press = (event: KeyboardEvent) => {
    this.#isTabbing = event.key === "Tab"
    if (event.key === "Escape" && !event.defaultPrevented) this.#close()
    if (this.#isTabbing && this.isSheet) this.#trapFocus(event)
  }

  /** A sheet covers the page, so Tab must not reach what is under it. */
  #trapFocus(event: KeyboardEvent) {
    // Another layer may be above the sheet, such as a wallet in the page, which handles its own keys.
    if (document.activeElement !== this.#host && document.activeElement !== document.body) return
    const box = this.#box
    const stops = [...(box?.querySelectorAll<HTMLElement>(FOCUSABLE) ?? [])]
    const goal = event.shiftKey ? stops.at(-1) : stops[0]
    const edge = event.shiftKey ? stops[0] : stops.at(-1)
    const active = this.#host.shadowRoot?.activeElement ?? null
    const isAtEdge = active === edge || active === box || !box?.contains(active)
    if (goal === undefined || !isAtEdge || (active === box && !event.shiftKey)) return
    event.preventDefault()
    goal.focus()
  }

  #leave = (event: FocusEvent) => {
    const next = event.relatedTarget
    const staysHere =
      next instanceof Node &&
      (this.#box?.contains(next) === true || next === this.#trigger || this.#host.contains(next))
    if (this.#isTabbing && next !== null && !staysHere) this.#close()
  }
}
