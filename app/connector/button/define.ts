/**
 * Makes <community-connect> known to the document. Safe to import and to call anywhere, any number of times: where there
 * is no document it does nothing, and the element's code is fetched by the first call that needs it.
 */
import type { ConnectButton } from "./connect-button"

export type { ConnectButton } from "./connect-button"
export { type ConnectButtonEvents, listen } from "./events"
export { buttonProperties, type ConnectButtonProperties } from "./properties"

export const CONNECT_BUTTON = "community-connect"

/** For code that has the element's class already. */
export const registerConnectButton = (element: typeof ConnectButton): void => {
  if (customElements.get(CONNECT_BUTTON) === undefined) customElements.define(CONNECT_BUTTON, element)
}

/** Fetches the element's code and answers what makes it known: from then on every <community-connect> of the page is one. */
export const loadConnectButton = async (): Promise<() => void> => {
  const { ConnectButton } = await import("./connect-button")
  return () => registerConnectButton(ConnectButton)
}

export const defineConnectButton = async (): Promise<void> => {
  if (typeof customElements === "undefined") return
  const define = await loadConnectButton()
  define()
}
