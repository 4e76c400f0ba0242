/**
 * The practice wallet's door on the page: exactly the window events of the real extension (wallet protocol §1), so the
 * connector cannot tell them apart. It stands alone until somebody asks for more than whether a wallet is there: the
 * wallet itself, with its keys and its ledger words, is fetched then.
 *
 * As with the real one: every message with an id is acknowledged within its own event; the status comes unasked and a
 * moment after each ping.
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

const status = {
  eventType: "extensionStatus",
  isExtensionAvailable: true,
  isWalletLinked: true,
  canHandleSessions: true
}

export interface Door {
  /** Every acknowledged message but pings, in order, from the very first one on: also those from before this call. */
  readonly open: (hear: (message: Message) => void) => void
  readonly say: (detail: object) => void
  /** Takes the wallet off the page. */
  readonly close: () => void
}

/** `onKnock` is told of each message that nobody hears yet. */
export const hangDoor = (target: EventTarget, onKnock: () => void): Door => {
  const kept: Array<Message> = []
  let inside: ((message: Message) => void) | undefined

  const say = (detail: object) => void target.dispatchEvent(new CustomEvent(INCOMING, { detail }))
  const tellStatus = () => queueMicrotask(() => say(status))
  const hear = (event: Event) => {
    const message: unknown = event instanceof CustomEvent ? event.detail : undefined
    if (!isMessage(message)) return
    say({ eventType: "receivedByExtension", interactionId: message.interactionId })
    if (message.discriminator === "extensionStatus") return tellStatus()
    if (inside !== undefined) return inside(message)
    kept.push(message)
    onKnock()
  }

  target.addEventListener(OUTGOING, hear)
  tellStatus()
  return {
    say,
    open: (hearInside) => {
      inside = hearInside
      for (const message of kept.splice(0)) hearInside(message)
    },
    close: () => target.removeEventListener(OUTGOING, hear)
  }
}
