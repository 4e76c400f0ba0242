/** View of the requests: what was requested, its state, and possible actions. */
import { html, nothing, type TemplateResult } from "lit"
import { repeat } from "lit/directives/repeat.js"
import type { RequestCard } from "../../WalletHandle"
import type { Emit } from "../events"
import { cardTitle } from "../words"
import { icons, spinner } from "./icons"
import { cardWords, isCanceled, shortHash, whenWord } from "./words"

const mark = (card: RequestCard): TemplateResult => {
  switch (card.status) {
    case "pending":
      return html`<span class="mark" data-tone="needs">${spinner}</span>`
    case "pendingCommit":
      return html`<span class="mark" data-tone="warn">${icons.clock}</span>`
    case "success":
      return html`<span class="mark" data-tone="ok">${icons.check}</span>`
    case "fail":
      if (isCanceled(card)) return html`<span class="mark">${icons.cross}</span>`
      return html`<span class="mark" data-tone="bad">${icons.cross}</span>`
    case "ignored":
      return html`<span class="mark">${icons.pause}</span>`
    case "timedOut":
      return html`<span class="mark">${icons.clock}</span>`
  }
}

interface Options {
  readonly now: number
  /** Whether the cause of a request's failure has been fixed since. */
  readonly isRemedied: (card: RequestCard) => boolean
  readonly hasExplorer: boolean
  readonly emit: Emit
}

const act = (card: RequestCard, emit: Emit) => {
  const { interactionId, showCancel } = card
  if (card.status === "pending" && showCancel) {
    const cancel = () => emit("cancel-request-item", { interactionId })
    return html`<button class="quiet" type="button" @click=${cancel}>
      Cancel<span class="hidden"> ${cardTitle(card)}</span>
    </button>`
  }
  if (card.canIgnore) {
    const ignore = () => emit("ignore-transaction-item", { interactionId })
    return html`<button class="quiet" type="button" @click=${ignore}>
      Ignore<span class="hidden"> ${cardTitle(card)}</span>
    </button>`
  }
  return nothing
}

/** If the browser may not have opened the wallet. */
const again = (card: RequestCard) => {
  if (card.walletLink === undefined) return nothing
  const { href, target } = card.walletLink
  return html`<a class="link" part="wallet-link" href=${href} target=${target}>Open the wallet again<span class="hidden">: ${cardTitle(card)}</span></a> · `
}

const hash = ({ transactionIntentHash, type }: RequestCard, { emit, hasExplorer }: Options) => {
  if (transactionIntentHash === undefined) return nothing
  const short = shortHash(transactionIntentHash)
  if (!hasExplorer) return html`<span class="mono" title=${transactionIntentHash}>${short}</span> · `
  const kind =
    type === "preAuthorizationRequest" && transactionIntentHash.startsWith("subtxid_") ? "subintent" : "transaction"
  const open = () => emit("link-click", { type: kind, data: transactionIntentHash })
  return html`<button class="link mono" type="button" title=${transactionIntentHash} @click=${open}>${short}</button> · `
}

const card = (item: RequestCard, options: Options) => {
  const words = options.isRemedied(item) ? "Failed. Try again now" : cardWords(item, options.now)
  return html`<li part="request" data-status=${isCanceled(item) ? "canceled" : item.status}>
    ${mark(item)}<b>${cardTitle(item)}</b>${act(item, options.emit)}
    <small>
      ${words === "" ? nothing : html`<span class="words">${words}</span> · `}${again(item)}${hash(item, options)}${whenWord(item.createdAt, options.now)}
    </small>
  </li>`
}

/** Newest first, as passed in. */
export const requestList = (items: ReadonlyArray<RequestCard>, options: Options): TemplateResult =>
  html`<ul class="requests" aria-label="Requests, newest first">
    ${repeat(
      items,
      ({ interactionId }) => interactionId,
      (item) => card(item, options)
    )}
  </ul>`
