/**
 * Registers <community-connect> in the document. Safe to import and call anywhere, any number of times: without a
 * document it does nothing, and the element's code is loaded by the first call that needs it.
 */
import type { ConnectButton } from "./connect-button"

export type { ConnectButton } from "./connect-button"
export { type ConnectButtonEvents, listen } from "./events"
export { buttonProperties, type ConnectButtonProperties } from "./properties"

export const CONNECT_BUTTON = "community-connect"

/** For code that already has the element's class. */
export const registerConnectButton = (element: typeof ConnectButton): void => {
  if (customElements.get(CONNECT_BUTTON) === undefined) customElements.define(CONNECT_BUTTON, element)
}

/**
 * Loads the element's code and returns a function that registers it, which upgrades every <community-connect> of the
 * page.
 */
export const loadConnectButton = async (): Promise<() => void> => {
  const { ConnectButton } = await import("./connect-button")
  return () => registerConnectButton(ConnectButton)
}

export const defineConnectButton = async (): Promise<void> => {
  if (typeof customElements === "undefined") return
  const define = await loadConnectButton()
  define()
}
