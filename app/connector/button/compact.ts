import type { ReactiveController } from "lit"

interface Host extends HTMLElement {
  readonly fullWidth: boolean
  addController(controller: ReactiveController): void
  requestUpdate(): void
}

/** Width below which there is no room for a word. */
const NARROW_PX = 72

/** Whether the page gives the button so little room that it shows only its icon. */
export class Compact implements ReactiveController {
  isOn = false
  #host: Host
  #observer: ResizeObserver | undefined

  constructor(host: Host) {
    this.#host = host
    host.addController(this)
  }

  hostConnected() {
    this.#observer = new ResizeObserver(() => this.#look())
    this.#observer.observe(this.#host)
    // Measured before the first frame, so that the button does not change its size.
    this.#look()
  }
  hostDisconnected() {
    this.#observer?.disconnect()
  }

  /**
   * Without a width set by the page the button is as wide as its words, so only a width from the page can be too
   * narrow.
   */
  #look() {
    const { clientWidth, fullWidth } = this.#host
    const isSet = fullWidth || getComputedStyle(this.#host).getPropertyValue("--connect-width").trim() !== ""
    const isOn = isSet && clientWidth > 0 && clientWidth < NARROW_PX
    if (isOn === this.isOn) return
    this.isOn = isOn
    this.#host.requestUpdate()
  }
}
