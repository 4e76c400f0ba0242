/**
 * Connect button without a framework: adds <community-connect> to a page and connects it to a connector. Includes the
 * element's code, so that a page loads one part for its button.
 */
import { ConnectButton } from "./button/connect-button"
import { CONNECT_BUTTON, listen, registerConnectButton } from "./button/define"
import type { ButtonAppearance, WalletHandle } from "./WalletHandle"

export const mountButton = (
  connector: WalletHandle,
  /** Set of functions that open the popovers; the button adds its own. */
  popovers: Set<() => void>,
  container: Element,
  appearance: Partial<ButtonAppearance>
): (() => void) => {
  registerConnectButton(ConnectButton)
  const button = document.createElement(CONNECT_BUTTON)
  const show = () => {
    const { activeTab: _own, ...properties } = connector.snapshot().button
    Object.assign(button, properties, appearance)
  }
  const open = () => {
    button.showPopoverMenu = true
  }
  popovers.add(open)
  const leave = [
    listen(button, "connect", () => void connector.connect()),
    listen(button, "disconnect", () => void connector.disconnect()),
    listen(button, "cancel-request-item", ({ interactionId }) => void connector.cancelRequest(interactionId)),
    listen(button, "ignore-transaction-item", ({ interactionId }) => void connector.ignoreTransaction(interactionId)),
    listen(button, "update-shared-accounts", () => void connector.updateSharedAccounts()),
    listen(button, "link-click", ({ data, type }) => void connector.linkClick(type, data)),
    connector.subscribe(show)
  ]
  show()
  container.append(button)
  return () => {
    for (const off of leave) off()
    popovers.delete(open)
    button.remove()
  }
}
