/**
 * The element alone: put on the page without React, given properties and used as a person would. Its events are
 * recorded.
 */
import type { Page } from "@playwright/test"
import type { ConnectButtonProperties } from "~/connector/button/define"
import type { ButtonAppearance, RequestCard } from "~/connector/WalletHandle"
import { open } from "./fixtures"

export type Given = Partial<
  ConnectButtonProperties & {
    readonly theme: ButtonAppearance["theme"]
    readonly mode: "light" | "dark"
    readonly hasExplorer: boolean
    readonly leaveWords: string
    readonly showPopoverMenu: boolean
  }
>
interface ListeningWindow extends Window {
  heard?: ReadonlyArray<string>
}

export const placeButton = async (page: Page, properties: Given = {}) => {
  await open(page)
  await page.waitForFunction(() => customElements.get("community-connect") !== undefined)
  await page.evaluate((given) => {
    const button = document.createElement("community-connect")
    button.id = "subject"
    const heard: Array<string> = []
    const names = [
      ...["connect", "disconnect", "link-click", "cancel-request-item", "ignore-transaction-item"],
      ...["update-shared-accounts", "show-popover", "destroy"]
    ]
    for (const name of names) {
      button.addEventListener(name, (event) => {
        const detail = event instanceof CustomEvent && event.detail ? ` ${JSON.stringify(event.detail)}` : ""
        heard.push(`${name}${detail}`)
      })
    }
    Object.assign(window, { heard })
    document.querySelector("main")?.prepend(Object.assign(button, given))
  }, properties)
  const subject = page.locator("#subject")
  return {
    subject,
    button: subject.locator("[part=button]"),
    popover: subject.getByRole("dialog"),
    set: (change: Given) => subject.evaluate((button, given) => void Object.assign(button, given), change),
    heard: () => page.evaluate(() => (window as ListeningWindow).heard ?? [])
  }
}

export const card = (change: Partial<RequestCard>): RequestCard => ({
  interactionId: "one",
  type: "dataRequest",
  status: "pending",
  createdAt: Date.now(),
  showCancel: true,
  canIgnore: false,
  receivedByWallet: false,
  ...change
})
export const address = (end: string) => `account_tdx_2_12xc5kfwstmdg29sv3qrlyx338ul5zhg4w36760pjmdn776${end}`
export const ada: Given = {
  connected: true,
  personaLabel: "Ada",
  dAppName: "Commonhold",
  accounts: [
    { address: address("k0m4ca6t"), label: "Ada Main", appearanceId: 0 },
    { address: address("p7w2x9nd"), label: "Ada Savings", appearanceId: 5 }
  ],
  personaData: [{ field: "emailAddress", value: "ada@example.org" }],
  loggedInTimestamp: String(Date.UTC(2026, 10, 20, 12, 51)),
  isExtensionAvailable: true,
  isWalletLinked: true
}
