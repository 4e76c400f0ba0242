/** What the button says, and when. Pure: every text and every moment the views show is decided here. */
import type { ButtonStatus, RequestCard } from "../WalletHandle"

export type ActiveTab = "sharing" | "requests"

const HELP_AFTER_MS = 15_000 // R-W3
const MONTHS = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]

const two = (value: number) => String(value).padStart(2, "0")
const clock = (at: Date) => `${two(at.getHours())}:${two(at.getMinutes())}`
const day = (at: Date) => `${at.getDate()} ${MONTHS[at.getMonth()]}`

/** Unix milliseconds to the shortest word that is still plain: 14:05 today, else 12 Nov, else 12 Nov 2025. */
export const whenWord = (at: number, now: number): string => {
  const then = new Date(at)
  const today = new Date(now)
  if (then.toDateString() === today.toDateString()) return clock(then)
  return then.getFullYear() === today.getFullYear() ? day(then) : `${day(then)} ${then.getFullYear()}`
}

/** `loggedInTimestamp` in words; empty where there is none. */
export const signedInWords = (timestamp: string): string => {
  const at = new Date(Number(timestamp))
  return timestamp === "" || Number.isNaN(at.getTime()) ? "" : `Signed in ${day(at)}, ${clock(at)}`
}

/** `account_…k0m4ca6t`: the kind, and the end that people compare. */
export const shortAddress = (address: string): string =>
  address.length <= 20 ? address : `${address.slice(0, address.indexOf("_") + 1)}…${address.slice(-8)}`

/** `txid_…4c9yq2`. */
export const shortHash = (hash: string): string =>
  hash.length <= 16 ? hash : `${hash.slice(0, hash.indexOf("_") + 1)}…${hash.slice(-6)}`

/** Up to two letters that stand for a name. */
export const monogram = (label: string): string =>
  label
    .split(/\s+/)
    .filter((word) => word !== "")
    .slice(0, 2)
    .map((word) => Array.from(word)[0]?.toUpperCase() ?? "")
    .join("")

export const isPending = ({ status }: RequestCard): boolean => status === "pending"
export const pendingCount = (requests: ReadonlyArray<RequestCard>): number => requests.filter(isPending).length

/** docs/connector.md, 8: the start tab is sharing; a popover that is opened while requests are pending shows these. */
export const openingTab = (requests: ReadonlyArray<RequestCard>): ActiveTab =>
  requests.some(isPending) ? "requests" : "sharing"

/** Milliseconds until the first pending request has waited long enough for help; 0 when one has, none when none waits. */
export const helpDueIn = (requests: ReadonlyArray<RequestCard>, now: number): number | undefined => {
  const waits = requests.filter(isPending).map(({ createdAt }) => Math.max(0, createdAt + HELP_AFTER_MS - now))
  return waits.length === 0 ? undefined : Math.min(...waits)
}

export interface ButtonFace {
  readonly status: ButtonStatus
  readonly connected: boolean
  readonly personaLabel: string
  readonly accounts: ReadonlyArray<{ readonly label: string }>
  readonly requestItems: ReadonlyArray<RequestCard>
}
export interface ButtonWords {
  readonly text: string
  /** What sight gets from colour and icon: it follows the text in the accessible name. */
  readonly aside: string
}

/** Persona, else first account. */
export const holderName = ({ accounts, personaLabel }: Pick<ButtonFace, "accounts" | "personaLabel">): string =>
  personaLabel || accounts[0]?.label || "Connected"

export const buttonWords = (face: ButtonFace): ButtonWords => {
  const name = holderName(face)
  // The result of a login is news about the connection; any other result belongs to the connected account.
  const aboutLogin = !face.connected || face.requestItems[0]?.type === "loginRequest"
  switch (face.status) {
    case "pending":
      return face.connected ? { text: name, aside: ", request pending" } : { text: "Connecting", aside: "" }
    case "success":
      if (!aboutLogin) return { text: name, aside: ", request approved" }
      return { text: "Connected", aside: face.connected ? ` as ${name}` : "" }
    case "error":
      return face.connected && !aboutLogin
        ? { text: name, aside: ", request failed" }
        : { text: "Not connected", aside: "" }
    case "default":
      return face.connected ? { text: name, aside: ", wallet connected" } : { text: "Connect", aside: "" }
  }
}

/** What a screen reader hears when the status changes. An error says why, in the catalogue's words (R-W4). */
export const statusWords = (face: ButtonFace): string => {
  const newest = face.requestItems[0]
  if (face.status === "pending") return "Waiting for your wallet"
  if (face.status === "success")
    return newest?.type === "loginRequest" ? "Connected" : "Your wallet approved the request"
  if (face.status === "error") return newest?.error?.message ?? "Not connected"
  return ""
}

const TITLES: Readonly<Record<RequestCard["type"], string>> = {
  loginRequest: "Login",
  dataRequest: "Data request",
  proofRequest: "Proof of ownership",
  sendTransaction: "Transaction",
  preAuthorizationRequest: "Pre-authorization"
}
export const cardTitle = ({ type }: RequestCard): string => TITLES[type]

/** Who called a request back needs no telling off: it is no failure to them. */
export const isCanceled = ({ error }: RequestCard): boolean => error?.code === "canceledByUser"

/** What stood in the way is gone: its advice must not stay. */
export const isRemedied = (
  { error }: RequestCard,
  now: { readonly isExtensionAvailable: boolean; readonly isWalletLinked: boolean }
): boolean =>
  (error?.code === "walletNotLinked" && now.isWalletLinked) ||
  (error?.code === "missingExtension" && now.isExtensionAvailable)

/** The state of one request in a few words. A failure has the catalogue's own message, letter by letter (R-W4). */
export const cardWords = (card: RequestCard, now: number): string => {
  switch (card.status) {
    case "pending":
      if (card.warning !== undefined) return `Still waiting: ${card.warning}. Answer once more, or cancel`
      return card.receivedByWallet ? "Waiting in your wallet" : "Pending"
    case "pendingCommit":
      return card.expirationTimestamp === undefined
        ? "Signed. Waiting for the ledger"
        : `Signed. Waiting for the ledger until ${whenWord(card.expirationTimestamp * 1000, now)}`
    case "success":
      return card.transactionIntentHash === undefined ? "Approved" : ""
    case "fail":
      if (isCanceled(card)) return "You cancelled it"
      return card.error?.message ?? card.transactionStatus ?? "Failed"
    case "ignored":
      return "Ignored"
    case "timedOut":
      return "Timed out"
  }
}
