import { adoptStyles, type CSSResultOrNative, type ReactiveController } from "lit"

type Code = typeof import("./view/contents")

interface Host extends HTMLElement {
  addController(controller: ReactiveController): void
  requestUpdate(): void
}

/** One for all buttons of a page. */
let fetched: Code | undefined

/**
 * What the popover shows below the page's own menu: code that is fetched when somebody is about to open it, which the
 * pointer or the focus on the button tells before the press does.
 */
export class PopoverContents implements ReactiveController {
  /** Undefined until it is there. */
  code: Code | undefined
  /** The last try to fetch it failed. */
  hasFailed = false
  #isFetching = false
  #host: Host
  #styles: ReadonlyArray<CSSResultOrNative>

  /** `styles`: those that the element has already. */
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

  /** What failed is tried again when the popover opens: the focus moves inside it as well. */
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
