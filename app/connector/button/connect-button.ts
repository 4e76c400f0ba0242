/**
 * <community-connect>: the connect button and its popover.
 *
 * Does not depend on a wallet: it takes properties and emits events. A page may have several. It includes its own styles
 * and loads no other resources.
 *
 * Attributes are the lower-cased names of the properties in `connect-properties.ts`.
 *
 * @fires connect - the visitor wants to connect
 * @fires disconnect - the person wants to disconnect
 * @fires link-click - `{ type, data? }`, see `LinkType`
 * @fires cancel-request-item - `{ interactionId }` of the request to cancel
 * @fires ignore-transaction-item - `{ interactionId }` of the transaction to stop waiting for
 * @fires update-shared-accounts - the person wants to share other accounts
 * @fires show-popover - the popover opens
 * @fires destroy - the element was removed from the document
 * @slot menu - content of the page in the popover, such as account links. With it, a click opens the popover before
 *   anything is requested from a wallet
 * @csspart button - the button itself
 * @csspart popover - the popover
 * @csspart request - one entry of the requests
 * @csspart account - one shared account
 * @csspart help - what to check when a request waits long
 * @cssprop --connect-width, --connect-min-width - of the button; by default as wide as its words, at least 8.25rem.
 *   Narrower than 4.5rem it shows only its icon
 * @cssprop --connect-height - height of the button; default 2.75rem
 * @cssprop --connect-radius - corner radius of the button; default 4px
 * @cssprop --connect-background, --connect-background-hover, --connect-border-color, --connect-text-color - theme "custom"
 * @cssprop --connect-heading-font, --connect-mono-font - inherited and ui-monospace by default
 */
import { html, nothing, type PropertyValues, type ReactiveController, type TemplateResult } from "lit"
import { ConnectProperties } from "./connect-properties"
import { emitFrom } from "./events"
import { Popover } from "./popover"
import { PopoverContents } from "./popover-contents"
import { buttonStyles } from "./styles"
import { avatar } from "./view/avatar"
import { icons, spinner } from "./view/icons"
import { connectedPanel, disconnectedPanel, type PanelContext } from "./view/panels"
import { popoverStyles } from "./view/popover-styles"
import { type ActiveTab, buttonWords, helpDueIn, isPending, openingTab, statusWords } from "./words"

interface Host extends HTMLElement {
  readonly fullWidth: boolean
  addController(controller: ReactiveController): void
  requestUpdate(): void
}

/** Width below which there is no room for a word. */
const NARROW_PX = 72

/** Whether the page gives the button so little room that it shows only its icon. */
class Compact implements ReactiveController {
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

const COPIED_MS = 1_500

/**
 * Buttons in document order: the first visible one announces and opens for the page, so that nothing is announced or
 * opened twice.
 */
const onPage = new Set<ConnectButton>()

export class ConnectButton extends ConnectProperties {
  static override styles = [buttonStyles, popoverStyles]

  #emit = emitFrom(this)
  #popover = new Popover(this, () => this.#toggle(false))
  #compact = new Compact(this)
  #contents = new PopoverContents(this, ConnectButton.styles)
  /** Whether a login was requested through this button, so that it shows the result. */
  #asked = false
  #takesFocus = false
  #helped = new Set<string>()
  #helpTimer: ReturnType<typeof setTimeout> | undefined
  #copyTimer: ReturnType<typeof setTimeout> | undefined

  override connectedCallback() {
    super.connectedCallback()
    onPage.add(this)
  }

  override disconnectedCallback() {
    super.disconnectedCallback()
    onPage.delete(this)
    clearTimeout(this.#helpTimer)
    clearTimeout(this.#copyTimer)
    this.showPopoverMenu = false
    this.#emit("destroy")
  }

  override focus(options?: FocusOptions) {
    this.shadowRoot?.getElementById("button")?.focus(options)
  }

  protected override willUpdate(changed: PropertyValues<this>) {
    if (changed.has("status") && this.#asked && this.status !== "pending") {
      if (this.status === "success") this.showPopoverMenu = false
      if (this.status === "error") this.showPopoverMenu = true
      if (this.status !== "default") this.#asked = false
    }
    if (changed.has("showPopoverMenu") && this.showPopoverMenu && !this.#popover.isOpen) {
      this.#contents.fetch()
      if (this.requestItems.some(isPending)) this.activeTab = "requests"
      this.#popover.prepare()
    }
  }

  protected override updated(changed: PropertyValues<this>) {
    if (this.showPopoverMenu && !this.#popover.isOpen) {
      this.#popover.show({ takeFocus: this.#takesFocus })
      this.#emit("show-popover")
    } else if (!this.showPopoverMenu) this.#popover.hide()
    else this.#popover.place()
    this.#takesFocus = false
    if (changed.has("requestItems")) this.#watchForHelp()
  }

  /** Timer for the help text; runs only while a request is younger than the time after which help is shown. */
  #watchForHelp = () => {
    clearTimeout(this.#helpTimer)
    const due = helpDueIn(this.requestItems, Date.now())
    if (due === undefined) return
    if (due > 0) {
      this.#helpTimer = setTimeout(this.#watchForHelp, due)
      return
    }
    this.requestUpdate()
    const waiting = this.requestItems.filter(isPending).map(({ interactionId }) => interactionId)
    const isNews = waiting.some((id) => !this.#helped.has(id))
    this.#helped = new Set(waiting)
    if (isNews && this.#speaksForPage) this.showPopoverMenu = true
  }

  get #speaksForPage() {
    for (const button of onPage) if (button.checkVisibility?.() !== false) return button === this
    return false
  }

  #toggle = (open: boolean) => {
    if (open) this.activeTab = openingTab(this.requestItems)
    this.#takesFocus = open
    this.showPopoverMenu = open
  }

  /**
   * Opens like a click: on the tab that the requests call for, with the focus inside, until a waiting login is done.
   */
  show() {
    if (this.status === "success") return
    this.#asked ||= !this.connected
    this.#toggle(true)
  }

  /** Emits the event first, because a wallet's window may only be opened within the click. */
  #connect = () => {
    this.#asked = true
    this.#emit("connect")
  }

  #press = () => {
    const hasMenu = this.querySelector(':scope > [slot="menu"]') !== null
    const isIdle = !this.connected && !hasMenu && this.status !== "pending" && !this.requestItems.some(isPending)
    if (!this.showPopoverMenu && isIdle) this.#connect()
    this.#toggle(!this.showPopoverMenu)
  }

  #copy = async (address: string) => {
    // If the browser refuses, the full address is still in the title; the button does not report success.
    const done = await navigator.clipboard?.writeText(address).then(
      () => true,
      () => false
    )
    if (!done) return
    this.copied = address
    clearTimeout(this.#copyTimer)
    this.#copyTimer = setTimeout(() => {
      this.copied = ""
    }, COPIED_MS)
  }

  async #chooseTab(tab: ActiveTab) {
    this.activeTab = tab
    await this.updateComplete
    this.shadowRoot?.getElementById(`tab-${tab}`)?.focus()
  }

  #context(): PanelContext {
    return {
      button: this,
      contents: this.#contents,
      now: Date.now(),
      isSheet: this.#popover.isSheet,
      copied: this.copied,
      emit: this.#emit,
      connect: this.#connect,
      close: () => this.#toggle(false),
      copy: (address) => void this.#copy(address),
      chooseTab: (tab) => void this.#chooseTab(tab)
    }
  }

  #mark(isNamed: boolean) {
    if (this.status === "pending") return spinner
    if (this.status === "success") return icons.check
    if (this.status === "error") return icons.alert
    if (!isNamed) return this.#compact.isOn ? icons.key : nothing
    return avatar(this)
  }

  protected override render(): TemplateResult {
    const { aside, text } = buttonWords(this)
    const isOpen = this.showPopoverMenu
    return html`
      <button
        id="button"
        class="connect"
        part="button"
        type="button"
        aria-label=${`${text}${aside}`}
        aria-haspopup="dialog"
        aria-expanded=${isOpen ? "true" : "false"}
        ?data-compact=${this.#compact.isOn}
        aria-busy=${this.status === "pending" ? "true" : "false"}
        @click=${this.#press}
      >
        ${this.#mark(this.connected)}<span class="text">${text}</span>${
          this.connected && this.status === "default" && !this.#compact.isOn ? icons.down : nothing
        }
      </button>
      <span class="hidden" role="status">${this.#speaksForPage ? statusWords(this) : ""}</span>
      <section
        id="popover"
        part="popover"
        popover="manual"
        role="dialog"
        tabindex="-1"
        aria-labelledby="title"
        aria-modal=${isOpen && this.#popover.isSheet ? "true" : "false"}
        ?data-sheet=${this.#popover.isSheet}
        ?data-open=${isOpen}
      >
        ${isOpen ? (this.connected ? connectedPanel : disconnectedPanel)(this.#context()) : nothing}
      </section>
    `
  }
}

declare global {
  interface HTMLElementTagNameMap {
    "community-connect": ConnectButton
  }
}
