/** The inside of the popover: with nobody connected, and with its two tabs. */
import { html, nothing, type TemplateResult } from "lit"
import type { ConnectButton } from "../connect-button"
import type { Emit } from "../events"
import {
  type ActiveTab,
  cardTitle,
  helpDueIn,
  holderName,
  isPending,
  isRemedied,
  monogram,
  pendingCount,
  signedInWords
} from "../words"
import { accountList, personaFacts } from "./accounts"
import { requestList } from "./cards"
import { icons, spinner } from "./icons"

/** What the panels need of the element besides its properties. */
export interface PanelContext {
  readonly button: ConnectButton
  readonly now: number
  readonly isSheet: boolean
  readonly copied: string
  readonly emit: Emit
  readonly connect: () => void
  readonly close: () => void
  readonly copy: (address: string) => void
  readonly chooseTab: (tab: ActiveTab) => void
}

type LinkOnly = "setupGuide" | "getWallet" | "showQrCode"
const link = (emit: Emit, type: LinkOnly, words: string) =>
  html`<button class="link" type="button" @click=${() => emit("link-click", { type })}>${words}</button>`

const closing = ({ close, isSheet }: PanelContext) =>
  isSheet
    ? html`<button class="quiet icon-only close" type="button" aria-label="Close" @click=${close}>${icons.cross}</button>`
    : nothing

/** The extension shows the code; without one there is nobody to ask for it. */
const pairing = ({ button, emit }: PanelContext, words: string, within: (code: TemplateResult) => TemplateResult) =>
  button.isMobile || !button.isExtensionAvailable ? nothing : within(link(emit, "showQrCode", words))

/** R-W3. It stands below the request lines, so that Cancel is never under it. */
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

const needs = ({ isExtensionAvailable, isMobile, isWalletLinked }: ConnectButton) => {
  if (isMobile || isWalletLinked) return nothing
  return isExtensionAvailable
    ? html`<p class="muted">No phone is paired with this browser yet. Show the code and scan it with the wallet app.</p>`
    : html`<p class="muted">This browser has no connector extension yet. The set-up guide shows how to get it.</p>`
}

/** The last login's failure keeps its words until the next try. */
const toShow = (button: ConnectButton) =>
  button.requestItems.filter(
    (item, index) => isPending(item) || (index === 0 && item.status === "fail" && !isRemedied(item, button))
  )

/** The request lines with what they need to know of the element. */
const lines = ({ button, emit, now }: PanelContext, items: ConnectButton["requestItems"]) =>
  requestList(items, { now, emit, hasExplorer: button.hasExplorer, isRemedied: (item) => isRemedied(item, button) })

export const disconnectedPanel = (context: PanelContext): TemplateResult => {
  const { button, connect, emit } = context
  const waiting = button.requestItems.find(isPending)
  // The connector may still be on its way when the press is already made.
  const isWaiting = waiting !== undefined || button.status === "pending"
  const items = toShow(button)
  return html`<div class="body">
    <div>
      <div class="row">
        <h2 id="title">${isWaiting ? "Waiting for your wallet" : "Connect your wallet"}</h2>
        ${closing(context)}
      </div>
      <p class="muted">
        ${
          isWaiting
            ? `Open the wallet app and answer the request${waiting ? `: ${cardTitle(waiting).toLowerCase()}` : ""}.`
            : "Your account is your name here. Connecting moves nothing."
        }
      </p>
      ${isWaiting ? nothing : needs(button)}
    </div>
    <slot name="menu"></slot>
    ${items.length > 0 ? lines(context, items) : nothing} ${help(context)}
    ${isWaiting ? nothing : html`<button class="connect" data-wide type="button" @click=${connect}>Connect</button>`}
    ${
      isWaiting
        ? nothing
        : html`<ul class="links">
            <li>${link(emit, "getWallet", "Get the wallet")}</li>
            <li>${link(emit, "setupGuide", "Set-up guide")}</li>
            ${pairing(context, "Show the code to pair a phone", (code) => html`<li>${code}</li>`)}
          </ul>`
    }
  </div>`
}

export const avatar = (button: ConnectButton) =>
  button.avatarUrl === ""
    ? html`<span class="avatar" aria-hidden="true">${monogram(holderName(button))}</span>`
    : html`<img class="avatar" src=${button.avatarUrl} alt="" />`

const sharing = ({ button, copied, copy, emit }: PanelContext) => html`
  <div>
    <p class="label">${button.dAppName || "This site"} sees</p>
    ${personaFacts(button.personaLabel, button.personaData)}
  </div>
  ${accountList(button.accounts, { hasExplorer: button.hasExplorer, copied, copy, emit })}
  <button
    class="plain"
    type="button"
    ?disabled=${button.accounts.length === 0}
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
  /** Two tabs: every arrow leads to the other one. */
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

const linked = ({ isExtensionAvailable, isMobile, isWalletLinked }: ConnectButton) => {
  if (isMobile) return "Wallet on this phone"
  if (!isExtensionAvailable) return "No connector extension"
  return isWalletLinked ? "Wallet linked" : "Wallet not linked"
}

export const connectedPanel = (context: PanelContext): TemplateResult => {
  const { button, emit } = context
  return html`
    <div class="head">
      ${avatar(button)}
      <div>
        <h2 id="title" class="name">${holderName(button)}</h2>
        <p class="muted">${signedInWords(button.loggedInTimestamp)}</p>
      </div>
      <button class="plain push" type="button" @click=${() => emit("disconnect")}>
        ${button.leaveWords}
      </button>
      ${closing(context)}
    </div>
    <slot name="menu"></slot>
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
