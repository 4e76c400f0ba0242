/** Events of <community-connect> with their details. They bubble and cross the shadow root. */

export type LinkType = "account" | "transaction" | "subintent" | "setupGuide" | "getWallet" | "showQrCode"

export interface ConnectButtonEvents {
  readonly connect: undefined
  readonly disconnect: undefined
  /** `data` is an address or a hash; only the first three types have it. */
  readonly "link-click": { readonly type: LinkType; readonly data?: string }
  readonly "cancel-request-item": { readonly interactionId: string }
  readonly "ignore-transaction-item": { readonly interactionId: string }
  readonly "update-shared-accounts": undefined
  /** Emitted only on opening. */
  readonly "show-popover": undefined
  /** The element was removed from the document; other events can no longer bubble. */
  readonly destroy: undefined
}
type Name = keyof ConnectButtonEvents

/** Names of events without a detail. */
type Bare = { [K in Name]: ConnectButtonEvents[K] extends undefined ? K : never }[Name]

export interface Emit {
  (name: Bare): void
  <K extends Exclude<Name, Bare>>(name: K, detail: ConnectButtonEvents[K]): void
}

export const emitFrom =
  (button: EventTarget): Emit =>
  (name: Name, detail?: ConnectButtonEvents[Name]) => {
    button.dispatchEvent(new CustomEvent(name, { detail, bubbles: true, composed: true }))
  }

/** Listens with the typed detail. Returns an unsubscribe function. */
export const listen = <K extends Name>(
  button: EventTarget,
  name: K,
  handle: (detail: ConnectButtonEvents[K]) => void
): (() => void) => {
  const listener = (event: Event) => handle((event as CustomEvent<ConnectButtonEvents[K]>).detail)
  button.addEventListener(name, listener)
  return () => button.removeEventListener(name, listener)
}
