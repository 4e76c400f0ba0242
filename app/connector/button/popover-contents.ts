import { adoptStyles, type CSSResultOrNative, type ReactiveController } from "lit"

type Code = typeof import("./view/contents")

interface Host extends HTMLElement {
  addController(controller: ReactiveController): void
  requestUpdate(): void
}

/** Shared by all buttons of a page. */
let fetched: Code | undefined

/**
 * Contents of the popover below the page's own menu. Their code is loaded when the pointer or the focus reaches the
 * button, before the click.
 */
export class PopoverContents implements ReactiveController {
  /** Undefined until loaded. */
  code: Code | undefined
  /** Whether the last attempt to load it failed. */
  hasFailed = false
  #isFetching = false
  #host: Host
  #styles: ReadonlyArray<CSSResultOrNative>

  /** `styles`: styles that the element already has. */
  constructor(host: Host, styles: ReadonlyArray<CSSResultOrNative>) {
    this.#host = host
    this.#styles = styles
    host.addController(this)
    host.addEventListener("pointerenter", this.#foresee)
    host.addEventListener("focusin", this.#foresee)
  }

  hostConnected() {
    if (fetched !== undefined) this.#take(fetched)
  }

  /** A failed load is not retried by focus, which also moves inside the popover, but when the popover opens. */
  #foresee = () => {
    if (!this.hasFailed) this.fetch()
  }

  fetch = () => {
    if (this.code !== undefined || this.#isFetching) return
    if (fetched !== undefined) return this.#take(fetched)
    this.#isFetching = true
    import("./view/contents").then(this.#take, (error: unknown) => {
      this.#isFetching = false
      this.hasFailed = true
      console.error("the popover's contents could not be loaded", error)
      this.#host.requestUpdate()
    })
  }

  #take = (code: Code) => {
    this.#isFetching = false
    const root = this.#host.shadowRoot
    if (this.code !== undefined || root === null) return
    fetched = code
    this.code = code
    this.hasFailed = false
    adoptStyles(root, [...this.#styles, code.contentStyles])
    this.#host.requestUpdate()
  }
}
