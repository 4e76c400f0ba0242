/**
 * The practice wallet's door on the page: exactly the window events of the real extension (docs/connector.md, 1), so
 * the connector cannot tell them apart. It stands alone until a page asks for more than whether a wallet is there:
 * the wallet itself, with its keys and its ledger words, is fetched then.
 *
 * As with the real one: every message with an id is acknowledged within its own event; the status comes unasked and a
 * moment after each ping. Where another wallet is on the page too, a request that it has taken is left to it.
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

/** What says that a wallet has a request: the phone has it, or has answered. An extension alone may have no phone. */
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
   * Every acknowledged message but pings, in order, from the very first one on: also those from before this call.
   * `leave` names a request that another wallet has.
   */
  readonly open: (hear: (message: Message) => void, leave: (interactionId: string) => void) => void
  readonly say: (detail: object) => void
  /** Whether no other wallet or extension was heard on this page so far. */
  readonly isAlone: () => boolean
  /** Takes the wallet off the page. */
  readonly close: () => void
}

/** `onKnock` is told of each message that nobody hears yet. */
export const hangDoor = (target: EventTarget, onKnock: () => void): Door => {
  let kept: Array<Message> = []
  let inside: { readonly hear: (message: Message) => void; readonly leave: (interactionId: string) => void } | undefined
  const said = new WeakSet<object>()
  let isAlone = true

  const say = (detail: object) => {
    said.add(detail)
    target.dispatchEvent(new CustomEvent(INCOMING, { detail }))
  }
  const tellStatus = () => queueMicrotask(() => say(status))
  const hear = (event: Event) => {
    const message: unknown = event instanceof CustomEvent ? event.detail : undefined
    if (!isMessage(message)) return
    say({ eventType: "receivedByExtension", interactionId: message.interactionId })
    if (message.discriminator === "extensionStatus") return tellStatus()
    if (inside !== undefined) return inside.hear(message)
    kept.push(message)
    onKnock()
  }
  const overhear = (event: Event) => {
    const message: unknown = event instanceof CustomEvent ? event.detail : undefined
    if (typeof message !== "object" || message === null || said.has(message)) return
    isAlone = false
    if (!isMessage(message) || !isTaken(message)) return
    kept = kept.filter(({ interactionId }) => interactionId !== message.interactionId)
    inside?.leave(message.interactionId)
  }

  target.addEventListener(OUTGOING, hear)
  target.addEventListener(INCOMING, overhear)
  tellStatus()
  return {
    say,
    isAlone: () => isAlone,
    open: (hearInside, leave) => {
      inside = { hear: hearInside, leave }
      for (const message of kept.splice(0)) hearInside(message)
    },
    close: () => {
      target.removeEventListener(OUTGOING, hear)
      target.removeEventListener(INCOMING, overhear)
    }
  }
}
