/**
 * Entry point of the practice wallet on the page: the same window events as the real extension (docs/connector.md), so
 * the connector cannot tell them apart. It works alone until a page sends a real request; the wallet with its keys and
 * ledger code is fetched then.
 *
 * Like the real one, it acknowledges every message with an ID within its own event, and sends the status unasked and
 * shortly after each ping. A request that another wallet on the page has taken is left to that wallet.
 */
const OUTGOING = "radix#chromeExtension#send"
const INCOMING = "radix#chromeExtension#receive"

export interface Message {
  readonly interactionId: string
  readonly discriminator?: unknown
  readonly interaction?: unknown
  readonly items?: { readonly discriminator?: unknown }
}

const isMessage = (value: unknown): value is Message =>
  typeof value === "object" && value !== null && "interactionId" in value && typeof value.interactionId === "string"

/**
 * Whether a message says that another wallet has the request: the phone received or answered it. An extension alone may
 * have no phone.
 */
const isTaken = (message: Message) =>
  "eventType" in message
    ? message.eventType === "receivedByWallet"
    : message.discriminator === "success" || message.discriminator === "failure"

const status = {
  eventType: "extensionStatus",
  isExtensionAvailable: true,
  isWalletLinked: true,
  canHandleSessions: true
}

export interface Door {
  /**
   * Passes on every acknowledged message except pings, in order and including those before this call. `leave` names a
   * request that another wallet has.
   */
  readonly open: (hear: (message: Message) => void, leave: (interactionId: string) => void) => void
  readonly say: (detail: object) => void
  /** True if no other wallet or extension has been heard on this page so far. */
  readonly isAlone: () => boolean
  /** Removes the wallet from the page. */
  readonly close: () => void
}

/** `onKnock` is called for each message that arrives before the wallet is open. */
export const mountEndpoint = (target: EventTarget, onKnock: () => void): Door => {
  let stored: Array<Message> = []
  let inside: { readonly hear: (message: Message) => void; readonly leave: (interactionId: string) => void } | undefined
  const said = new WeakSet<object>()
  let isAlone = true

  const say = (detail: object) => {
    said.add(detail)
    target.dispatchEvent(new CustomEvent(INCOMING, { detail }))
  }
  const reportStatus = () => queueMicrotask(() => say(status))
  const hear = (event: Event) => {
    const message: unknown = event instanceof CustomEvent ? event.detail : undefined
    if (!isMessage(message)) return
    say({ eventType: "receivedByExtension", interactionId: message.interactionId })
    if (message.discriminator === "extensionStatus") return reportStatus()
    if (inside !== undefined) return inside.hear(message)
    stored.push(message)
    onKnock()
  }
  const overhear = (event: Event) => {
    const message: unknown = event instanceof CustomEvent ? event.detail : undefined
    if (typeof message !== "object" || message === null || said.has(message)) return
    isAlone = false
    if (!isMessage(message) || !isTaken(message)) return
    stored = stored.filter(({ interactionId }) => interactionId !== message.interactionId)
    inside?.leave(message.interactionId)
  }

  target.addEventListener(OUTGOING, hear)
  target.addEventListener(INCOMING, overhear)
  reportStatus()
  return {
    say,
    isAlone: () => isAlone,
    open: (hearInside, leave) => {
      inside = { hear: hearInside, leave }
      for (const message of stored.splice(0)) hearInside(message)
    },
    close: () => {
      target.removeEventListener(OUTGOING, hear)
      target.removeEventListener(INCOMING, overhear)
    }
  }
}
