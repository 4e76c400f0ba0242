/**
 * Popover contents below the page's own menu: requests and shared data. Loaded separately, because most visits open no
 * popover (`../popover-contents.ts`).
 */
import { html, nothing, type TemplateResult } from "lit"
import type { ConnectProperties } from "../connect-properties"
import type { Emit } from "../events"
import { type ActiveTab, helpDueIn, isPending } from "../words"
import { accountList, personaFacts } from "./accounts"
import { requestList } from "./cards"
import { icons, spinner } from "./icons"
import type { PanelContext } from "./panels"
import { isRemedied, pendingCount } from "./words"

export { contentStyles } from "./content-styles"

type LinkOnly = "setupGuide" | "getWallet" | "showQrCode"
const link = (emit: Emit, type: LinkOnly, words: string) =>
  html`<button class="link" type="button" @click=${() => emit("link-click", { type })}>${words}</button>`

/** Only the extension can show the pairing code. */
const pairing = ({ button, emit }: PanelContext, words: string, within: (code: TemplateResult) => TemplateResult) =>
  button.isMobile || !button.isExtensionAvailable ? nothing : within(link(emit, "showQrCode", words))

/** Below the requests, so that it never moves the Cancel button. */
const help = (context: PanelContext) => {
  const { button, emit, now } = context
  return helpDueIn(button.requestItems, now) === 0
    ? html`<div class="help" part="help">
        ${button.connected ? html`<p class="row">${spinner}<b>Waiting for your wallet</b></p>` : nothing}
        <ul>
          <li>Is the wallet app open and on the test network (Stokenet)?</li>
          <li>Is this browser the one paired in the connector extension?</li>
          <li>On a phone: come back to this tab after approving.</li>
          <li>extension could not be found: ${link(emit, "setupGuide", "set-up guide")}</li>
        </ul>
        ${pairing(context, "Show the code", (code) => html`<p>${code}</p>`)}
      </div>`
    : nothing
}

/** The last login's failure stays visible until the next attempt. */
const toShow = (button: ConnectProperties) =>
  button.requestItems.filter(
    (item, index) => isPending(item) || (index === 0 && item.status === "fail" && !isRemedied(item, button))
  )

/** The list of requests with the state of the element that it needs. */
const lines = ({ button, emit, now }: PanelContext, items: ConnectProperties["requestItems"]) =>
  requestList(items, { now, emit, hasExplorer: button.hasExplorer, isRemedied: (item) => isRemedied(item, button) })

/** While nobody is connected: current requests, and what to check when one waits long. */
export const openRequests = (context: PanelContext): TemplateResult => {
  const items = toShow(context.button)
  return html`${items.length > 0 ? lines(context, items) : nothing} ${help(context)}`
}

/** While nobody is connected: where to get a wallet. */
export const waysToAWallet = (context: PanelContext): TemplateResult => {
  const { emit } = context
  return html`<ul class="links">
    <li>${link(emit, "getWallet", "Get the wallet")}</li>
    <li>${link(emit, "setupGuide", "Set-up guide")}</li>
    ${pairing(context, "Show the code to pair a phone", (code) => html`<li>${code}</li>`)}
  </ul>`
}

const sharing = ({ button, copied, copy, emit }: PanelContext) => html`
  <div>
    <p class="label">${button.dAppName || "This site"} sees</p>
    ${personaFacts(button.personaLabel, button.personaData)}
  </div>
  ${
    button.accounts.length === 0
      ? html`<p class="muted" id="no-account">No account is shared with ${button.dAppName || "this site"} yet.</p>`
      : accountList(button.accounts, { hasExplorer: button.hasExplorer, copied, copy, emit })
  }
  <button
    class="plain"
    type="button"
    ?disabled=${button.accounts.length === 0}
    aria-describedby=${button.accounts.length === 0 ? "no-account" : nothing}
    @click=${() => emit("update-shared-accounts")}
  >
    Update account sharing
  </button>
`

const requests = (context: PanelContext) => {
  const { button } = context
  if (button.requestItems.length === 0) return html`<p class="muted">No requests yet.</p>`
  return html`${lines(context, button.requestItems)}${help(context)}`
}

const TABS: ReadonlyArray<{ readonly tab: ActiveTab; readonly words: string }> = [
  { tab: "sharing", words: "Sharing" },
  { tab: "requests", words: "Requests" }
]

const tabs = ({ button, chooseTab }: PanelContext) => {
  const count = pendingCount(button.requestItems)
  /** With two tabs, every arrow key leads to the other one. */
  const turn = (event: KeyboardEvent) => {
    const goal: Readonly<Record<string, ActiveTab>> = {
      ArrowLeft: button.activeTab === "sharing" ? "requests" : "sharing",
      ArrowRight: button.activeTab === "sharing" ? "requests" : "sharing",
      Home: "sharing",
      End: "requests"
    }
    const tab = goal[event.key]
    if (tab === undefined) return
    event.preventDefault()
    chooseTab(tab)
  }
  return html`<div class="tabs" role="tablist" aria-label="Wallet" @keydown=${turn}>
    ${TABS.map(
      ({ tab, words }) => html`<button
        role="tab"
        type="button"
        id=${`tab-${tab}`}
        aria-controls="panel"
        aria-selected=${button.activeTab === tab ? "true" : "false"}
        tabindex=${button.activeTab === tab ? 0 : -1}
        @click=${() => chooseTab(tab)}
      >
        ${words}${
          tab === "requests" && count > 0
            ? html` <span class="count">${count}<span class="hidden"> pending</span></span>`
            : nothing
        }
      </button>`
    )}
  </div>`
}

const linked = ({ isExtensionAvailable, isMobile, isWalletLinked }: ConnectProperties) => {
  if (isMobile) return "Wallet on this phone"
  if (!isExtensionAvailable) return "No connector extension"
  return isWalletLinked ? "Wallet linked" : "Wallet not linked"
}

/** With a wallet connected: the two tabs, and how the wallet is reached. */
export const connectedContents = (context: PanelContext): TemplateResult => {
  const { button, emit } = context
  return html`
    ${tabs(context)}
    <div class="body" role="tabpanel" id="panel" aria-labelledby=${`tab-${button.activeTab}`} tabindex="0">
      ${button.activeTab === "requests" ? requests(context) : sharing(context)}
    </div>
    <div class="foot">
      <span class="row">${icons.key}${linked(button)}</span>
      ${link(emit, "setupGuide", "Set-up guide")}
    </div>
  `
}
