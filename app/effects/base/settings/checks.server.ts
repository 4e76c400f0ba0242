/** What the value of a setting has to look like, each with the words that say so. */
import { isHolderAddress } from "~/ledger/address"
import { NETWORK_ID } from "./networks"
import { unreadableProxies } from "./trustedProxies.server"

export interface Check {
  /** Completes "NAME: …"; never repeats the value, which may be a secret. */
  readonly message: string
  readonly validation: (text: string) => boolean
}

/** For settings that are free text. */
export const anything: Check = { message: "", validation: () => true }

export const withoutSlash = (url: string) => url.replace(/\/+$/, "")

const isWebAddress = (text: string) => URL.canParse(text) && /^https?:$/.test(new URL(text).protocol)
const isMailServer = (text: string) => URL.canParse(text) && /^smtps?:$/.test(new URL(text).protocol)

/** An address of the site alone: what follows the host would be lost, and sessions need https but on this machine. */
const isOrigin = (text: string) => {
  if (!isWebAddress(text)) return false
  const { hash, hostname, password, pathname, protocol, search, username } = new URL(text)
  const isHere = hostname === "localhost" || hostname === "[::1]" || hostname.startsWith("127.")
  const isMore = pathname !== "/" || [hash, password, search, username].some((part) => part !== "")
  return !isMore && (protocol === "https:" || isHere)
}
const isPostgres = (text: string) => URL.canParse(text) && /^postgres(ql)?:$/.test(new URL(text).protocol)
/** `name@host`, or `Some name <name@host>` (RFC 5322, 3.4). */
const isSender = (text: string) => /^(?:[^<>\r\n]*<[^\s<>@]+@[^\s<>@]+>|[^\s<>@]+@[^\s<>@]+)$/.test(text.trim())

export const webAddress: Check = { message: "expected an http or https address", validation: isWebAddress }
export const siteOrigin: Check = {
  message: "expected an origin like https://commons.example, without a path; http only on this machine",
  validation: isOrigin
}
export const postgres: Check = { message: "expected postgres://user@host/database", validation: isPostgres }
export const sender: Check = { message: 'expected an address, or "Name <address>"', validation: isSender }
export const account: Check = {
  message: "expected an account address of the network the site lives on (account_tdx_2_…)",
  validation: (text) => isHolderAddress("account", text, NETWORK_ID)
}
export const mailServer: Check = { message: "expected an smtp or smtps address", validation: isMailServer }
export const longSecret: Check = { message: "expected 32 characters or more", validation: (text) => text.length >= 32 }
export const privateKey: Check = {
  message: "expected 64 hex digits",
  validation: (text) => /^[0-9a-f]{64}$/i.test(text)
}
export const proxies: Check = {
  message: 'expected addresses or ranges like "10.0.0.0/8, 192.0.2.7", or "none"',
  validation: (text) => unreadableProxies(text).length === 0
}
/** Digits alone, so that "1e3" and "10 s" are no numbers. */
export const wholeNumber = (least: number, most: number): Check => ({
  message: `expected a whole number from ${least} to ${most}`,
  validation: (text) => /^\d{1,9}$/.test(text.trim()) && Number(text) >= least && Number(text) <= most
})
export const ledgerName: Check = {
  message: 'expected "local" or "stokenet"',
  validation: (text) => text === "local" || text === "stokenet"
}
