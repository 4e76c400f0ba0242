/** Derives from the wallet's snapshot what is missing for a working connection. Pure. */
import type { WalletSnapshot } from "~/connector/WalletHandle"

export interface ConnectionStep {
  readonly name: string
  /** "later" means that an earlier step comes first. */
  readonly state: "ok" | "todo" | "later"
  /** What the state means and what to do. */
  readonly text: string
  readonly link?: { readonly href: string; readonly words: string }
}

const WALLET_SITE = "https://wallet.radixdlt.com"
const TEST_ACCOUNT = "account_tdx_2_"

type Seen = Pick<WalletSnapshot, "accounts" | "isExtensionAvailable" | "isMobile" | "isWalletLinked" | "requests">

const extension = ({ isExtensionAvailable, isMobile }: Seen): ConnectionStep => {
  const name = "Connector extension"
  if (isMobile) return { name, state: "ok", text: "Not needed on a phone: the site opens the wallet app itself." }
  if (isExtensionAvailable) return { name, state: "ok", text: "The extension responds." }
  return {
    name,
    state: "todo",
    text: "The extension was not found. Install it or turn it on, then reload this page.",
    link: { href: WALLET_SITE, words: "Get the wallet and the extension" }
  }
}

const pairing = ({ isExtensionAvailable, isMobile, isWalletLinked }: Seen): ConnectionStep => {
  const name = "Wallet paired with this browser"
  if (isMobile) return { name, state: "ok", text: "Not needed on a phone." }
  if (!isExtensionAvailable) return { name, state: "later", text: "Shown once the extension responds." }
  if (isWalletLinked) return { name, state: "ok", text: "A wallet is paired." }
  return {
    name,
    state: "todo",
    text: "No wallet is paired. Open the extension; it shows a code. Scan it in the wallet's settings, under linked connectors.",
    link: { href: "/resources/connect#pair", words: "How to pair" }
  }
}

const account = ({ accounts }: Seen): ConnectionStep => {
  const name = "Account shared with this site"
  if (accounts.length === 0) {
    return { name, state: "todo", text: "No account yet. Press Connect, choose an account in your wallet and approve." }
  }
  return { name, state: "ok", text: accounts.length === 1 ? "One account." : `${accounts.length} accounts.` }
}

const network = ({ accounts }: Seen): ConnectionStep => {
  const name = "Test network (Stokenet)"
  if (accounts.length === 0) {
    return {
      name,
      state: "later",
      text: "Shown once an account is shared. Set the wallet to Stokenet before you connect.",
      link: { href: "/resources/connect#network", words: "Where to set it" }
    }
  }
  return accounts.every(({ address }) => address.startsWith(TEST_ACCOUNT))
    ? { name, state: "ok", text: "Your account is on the test network." }
    : {
        name,
        state: "todo",
        text: "Your account is on another network. Set the wallet to Stokenet and connect again."
      }
}

const requests = ({ requests: all }: Seen): ConnectionStep => {
  const waiting = all.filter(({ status }) => status === "pending").length
  const name = "Open requests"
  if (waiting === 0) return { name, state: "ok", text: "No request is waiting for your wallet." }
  return {
    name,
    state: "todo",
    text: `${waiting === 1 ? "One request is" : `${waiting} requests are`} waiting for your wallet. Open the wallet app and approve or reject, or cancel with the button at the top of the page. On a phone, return to this tab afterwards.`
  }
}

export const connectionSteps = (seen: Seen): ReadonlyArray<ConnectionStep> =>
  [extension, pairing, account, network, requests].map((step) => step(seen))
