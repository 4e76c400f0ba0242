/** Texts of the button and the timing of what it shows. Pure. */
import type { ButtonStatus, RequestCard } from "../WalletHandle"

export type ActiveTab = "sharing" | "requests"

const HELP_AFTER_MS = 15_000
const MONTHS = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]

const two = (value: number) => String(value).padStart(2, "0")
export const clock = (at: Date) => `${two(at.getHours())}:${two(at.getMinutes())}`
export const day = (at: Date) => `${at.getDate()} ${MONTHS[at.getMonth()]}`

/** `loggedInTimestamp` in words; empty without one. */
export const signedInWords = (timestamp: string): string => {
  const at = new Date(Number(timestamp))
  return timestamp === "" || Number.isNaN(at.getTime()) ? "" : `Signed in ${day(at)}, ${clock(at)}`
}

/** Initials of a name, up to two letters. */
export const monogram = (label: string): string =>
  label
    .split(/\s+/)
    .filter((word) => word !== "")
    .slice(0, 2)
    .map((word) => Array.from(word)[0]?.toUpperCase() ?? "")
    .join("")

export const isPending = ({ status }: RequestCard): boolean => status === "pending"

/** Opens on the sharing tab, or on the requests while some are pending (docs/connector.md). */
export const openingTab = (requests: ReadonlyArray<RequestCard>): ActiveTab =>
  requests.some(isPending) ? "requests" : "sharing"

/**
 * Milliseconds until the first pending request has waited long enough for help; 0 if one already has, none if no
 * request is pending.
 */
export const helpDueIn = (requests: ReadonlyArray<RequestCard>, now: number): number | undefined => {
  const waits = requests.filter(isPending).map(({ createdAt }) => Math.max(0, createdAt + HELP_AFTER_MS - now))
  return waits.length === 0 ? undefined : Math.min(...waits)
}

export interface ButtonFace {
  readonly status: ButtonStatus
  readonly connected: boolean
  readonly personaLabel: string
  readonly holder: string
  readonly accounts: ReadonlyArray<{ readonly label: string }>
  readonly requestItems: ReadonlyArray<RequestCard>
}
export interface ButtonWords {
  readonly text: string
  /** Text equivalent of colour and icon; appended to the accessible name. */
  readonly aside: string
}

/** The page's name for the person, else the persona's, else the first account's. */
export const holderName = ({
  accounts,
  holder,
  personaLabel
}: Pick<ButtonFace, "accounts" | "holder" | "personaLabel">): string =>
  holder || personaLabel || accounts[0]?.label || "Connected"

export const buttonWords = (face: ButtonFace): ButtonWords => {
  const name = holderName(face)
  // The result of a login concerns the connection; any other result concerns the connected account.
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

/** Screen reader announcement of a status change. For an error it says why, in the catalogue's words. */
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
