/**
 * Frame of the popover: the connected person or how to connect, with the page's own menu. The contents below
 * (`contents.ts`) may still be loading.
 */
import { html, nothing, type TemplateResult } from "lit"
import type { ConnectProperties } from "../connect-properties"
import type { Emit } from "../events"
import type { PopoverContents } from "../popover-contents"
import { type ActiveTab, cardTitle, holderName, isPending, signedInWords } from "../words"
import { avatar } from "./avatar"
import { icons } from "./icons"

/** State of the element that the panels need besides its properties. */
export interface PanelContext {
  readonly button: ConnectProperties
  readonly contents: PopoverContents
  readonly now: number
  readonly isSheet: boolean
  readonly copied: string
  readonly emit: Emit
  readonly connect: () => void
  readonly close: () => void
  readonly copy: (address: string) => void
  readonly chooseTab: (tab: ActiveTab) => void
}

const closing = ({ close, isSheet }: PanelContext) =>
  isSheet
    ? html`<button class="quiet icon-only close" type="button" aria-label="Close" @click=${close}>${icons.cross}</button>`
    : nothing

const needs = ({ isExtensionAvailable, isMobile, isWalletLinked }: ConnectProperties) => {
  if (isMobile || isWalletLinked) return nothing
  return isExtensionAvailable
    ? html`<p class="muted">No phone is paired with this browser yet. Show the code and scan it with the wallet app.</p>`
    : html`<p class="muted">This browser has no connector extension yet. The set-up guide shows how to get it.</p>`
}

const notLoaded = ({ contents }: PanelContext) =>
  contents.hasFailed
    ? html`<p class="muted">The rest could not be loaded. Check the network, then close this and open it again.</p>`
    : nothing

export const disconnectedPanel = (context: PanelContext): TemplateResult => {
  const { button, connect, contents } = context
  const waiting = button.requestItems.find(isPending)
  // The connector may still be loading when the button is clicked.
  const isWaiting = waiting !== undefined || button.status === "pending"
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
            : "Your wallet account identifies you here. Connecting never moves funds."
        }
      </p>
      ${isWaiting ? nothing : needs(button)}
    </div>
    <slot name="menu"></slot>
    ${contents.code?.openRequests(context) ?? notLoaded(context)}
    ${
      isWaiting
        ? nothing
        : html`<button class="connect" data-wide type="button" @click=${connect}>Connect</button>
            ${contents.code?.waysToAWallet(context) ?? nothing}`
    }
  </div>`
}

export const connectedPanel = (context: PanelContext): TemplateResult => {
  const { button, contents, emit } = context
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
    ${contents.code?.connectedContents(context) ?? html`<div class="body" ?data-awaited=${!contents.hasFailed}>${notLoaded(context)}</div>`}
  `
}
