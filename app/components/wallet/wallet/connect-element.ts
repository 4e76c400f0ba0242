/** How a page drives <community-connect>. Without React, for pages that are only read. */
import type { ConnectButton as ConnectElement } from "~/connector/button/define"
import type { WalletSnapshot } from "~/connector/WalletHandle"
import type { Visitor } from "~/effects/access/Visitor"
import { nameOf } from "./name-of"
import type { PageWallet } from "./page-wallet"
import type { WalletSettings } from "./sign-in"

export type ButtonCode = typeof import("~/connector/button/define")

/** What the element shows of the wallet and of the person who is signed in. */
export type ShownWallet = WalletSnapshot & {
  readonly session: Visitor | null
  readonly settings: Pick<WalletSettings, "canOpenExplorer">
}
type Acts = Pick<
  PageWallet["verbs"],
  "signOut" | "cancelRequest" | "ignoreTransaction" | "updateSharedAccounts" | "linkClick"
>

/** Properties of the element. Until the connector has read its state, the session stands in for it. */
export const propertiesOf = (code: ButtonCode, wallet: ShownWallet, isAsking: boolean): Partial<ConnectElement> => {
  const properties = code.buttonProperties(wallet)
  return {
    ...properties,
    hasExplorer: wallet.settings.canOpenExplorer,
    avatarUrl: wallet.session?.profile?.displayImage ?? "",
    holder: wallet.session?.profile?.username ?? "",
    leaveWords: wallet.session === null ? "Disconnect" : "Sign out",
    ...(!wallet.isInitialized && wallet.session !== null
      ? { connected: true, personaLabel: nameOf(wallet.session) }
      : {}),
    ...(isAsking && properties.status === "default" ? { status: "pending" as const } : {})
  }
}

export interface Reactions {
  readonly connect: () => void
  readonly wallet: Acts
}

/** Listens to the element's events with the latest handlers; returns a function that stops listening. */
export const listenTo = (code: ButtonCode, button: ConnectElement, latest: () => Reactions) => {
  const unlisten = [
    code.listen(button, "connect", () => latest().connect()),
    code.listen(button, "disconnect", () => void latest().wallet.signOut()),
    code.listen(button, "cancel-request-item", ({ interactionId }) => {
      void latest().wallet.cancelRequest(interactionId)
    }),
    code.listen(button, "ignore-transaction-item", ({ interactionId }) => {
      void latest().wallet.ignoreTransaction(interactionId)
    }),
    code.listen(button, "update-shared-accounts", () => void latest().wallet.updateSharedAccounts()),
    code.listen(button, "link-click", ({ data, type }) => void latest().wallet.linkClick(type, data))
  ]
  return () => {
    for (const stop of unlisten) stop()
  }
}

/** Waits until the pressed pointer is released: if the element were removed before, the click would be lost. */
export const letGo = async (clicked: Element) => {
  while (clicked.matches(":active")) await new Promise(requestAnimationFrame)
}
