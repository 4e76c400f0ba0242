/** Format checks of settings, each with its message. */
import { bls12_381 } from "@noble/curves/bls12-381.js"
import { Config, LogLevel, Option, Redacted } from "effect"
import { isPublicKey, publicKeyOf } from "~/effects/base/push/vapid.server"
import { isHolderAddress } from "~/ledger/address"
import { NETWORK_ID } from "./networks"
import { unreadableProxies } from "./trustedProxies.server"

export interface Check {
  /** Completes "NAME: …"; never repeats the value, which may be a secret. */
  readonly message: string
  readonly validation: (text: string) => boolean
}

/** For settings of free text. */
export const anything: Check = { message: "", validation: () => true }

export const withoutSlash = (url: string) => url.replace(/\/+$/, "")

const isWebAddress = (text: string) => URL.canParse(text) && /^https?:$/.test(new URL(text).protocol)
const isMailServer = (text: string) => URL.canParse(text) && /^smtps?:$/.test(new URL(text).protocol)

/** The site's origin only: a path would be ignored, and sessions need https except on this machine. */
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
/** A list separated by commas or spaces. */
export const listed = (text: string): ReadonlyArray<string> => text.split(/[\s,]+/).filter((part) => part !== "")
export const accounts: Check = {
  message: "expected account addresses of the network the site lives on (account_tdx_2_…), with commas between them",
  validation: (text) => listed(text).every((part) => isHolderAddress("account", part, NETWORK_ID))
}
export const mailServer: Check = { message: "expected an smtp or smtps address", validation: isMailServer }
export const longSecret: Check = { message: "expected 32 characters or more", validation: (text) => text.length >= 32 }
/** Keys of a list, separated by commas. */
const keysIn = (text: string) => text.split(",").map((key) => key.trim())
export const secretsIn = (list: Option.Option<Redacted.Redacted>): ReadonlyArray<Redacted.Redacted> =>
  Option.match(list, {
    onNone: () => [],
    onSome: (text) => keysIn(Redacted.value(text)).map((key) => Redacted.make(key))
  })
/** A key that may later be part of a list. */
export const listableSecret: Check = {
  message: "expected 32 characters or more, without commas and spaces",
  validation: (text) => /^[^\s,]{32,}$/.test(text)
}
export const secretList: Check = {
  message: "expected keys of 32 characters or more, separated by commas",
  validation: (text) => keysIn(text).every((key) => key.length >= 32)
}
export const privateKey: Check = {
  message: "expected 64 hex digits",
  validation: (text) => /^[0-9a-f]{64}$/i.test(text)
}
export const vapidPublicKey: Check = {
  message: "expected a P-256 point of 65 bytes as base64url, 87 characters",
  validation: isPublicKey
}
export const vapidPrivateKey: Check = {
  message: "expected 32 bytes as base64url, 43 characters",
  validation: (text) => Option.isSome(publicKeyOf(text))
}
export const chainHash: Check = {
  message: "expected 64 lower-case hex digits",
  validation: (text) => /^[0-9a-f]{64}$/.test(text)
}
const isPointOfG2 = Option.liftThrowable((text: string) => bls12_381.G2.Point.fromHex(text).assertValidity())
export const beaconKey: Check = {
  message: "expected a public key of 192 lower-case hex digits, a point of G2 of BLS12-381",
  validation: (text) => /^[0-9a-f]{192}$/.test(text) && Option.isSome(isPointOfG2(text))
}
export const unixSeconds: Check = {
  message: "expected Unix seconds",
  validation: (text) => /^[1-9]\d{0,10}$/.test(text.trim())
}
export const proxies: Check = {
  message: 'expected addresses or ranges like "10.0.0.0/8, 192.0.2.7", or "none"',
  validation: (text) => unreadableProxies(text).length === 0
}
/** A name to show on pages: one line of visible text. */
export const shortName: Check = {
  message: "expected a name of 80 characters at most, in one line",
  validation: (text) => text.trim().length <= 80 && /[\p{L}\p{N}]/u.test(text) && !/\p{C}/u.test(text)
}
/** Digits only, so that "1e3" and "10 s" are refused. */
export const wholeNumber = (least: number, most: number): Check => ({
  message: `expected a whole number from ${least} to ${most}`,
  validation: (text) => /^\d{1,9}$/.test(text.trim()) && Number(text) >= least && Number(text) <= most
})
/** By its name, or as the log prints it: `Warning` and `WARN` are the same. */
export const logLevelOf = (text: string): LogLevel.LogLevel | undefined =>
  LogLevel.allLevels.find(({ _tag, label }) =>
    [_tag, label].some((name) => name.toLowerCase() === text.trim().toLowerCase())
  )
export const logLevelName: Check = {
  message: `expected one of ${LogLevel.allLevels.map(({ _tag }) => _tag).join(", ")}`,
  validation: (text) => logLevelOf(text) !== undefined
}
/** A host, optionally with a path before the buckets; signed requests allow no more. */
export const storeEndpoint: Check = {
  message: "expected an http or https address without a query, like https://s3.eu-central-1.example",
  validation: (text) => {
    if (!isWebAddress(text)) return false
    const { hash, password, search, username } = new URL(text)
    return [hash, password, search, username].every((part) => part === "")
  }
}
export const storeRegion: Check = {
  message: 'expected a region like "eu-central-1", or "auto"',
  validation: (text) => /^[a-z0-9-]{1,60}$/.test(text)
}
export const bucketName: Check = {
  message: "expected the name of a bucket: 3 to 63 lower-case letters, digits, dots and hyphens",
  validation: (text) => /^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/.test(text) && !text.includes("..")
}
export const keyPrefix: Check = {
  message: 'expected a path like "commons/uploads", of letters, digits, dots, hyphens and underscores',
  validation: (text) => /^[A-Za-z0-9_-][\w.-]*(\/[A-Za-z0-9_-][\w.-]*)*\/?$/.test(text) && text.length <= 200
}
export const accessKey: Check = {
  message: "expected an access key without spaces",
  validation: (text) => /^[!-~]{3,200}$/.test(text) // used in a header
}
export const ledgerName: Check = {
  message: 'expected "local" or "stokenet"',
  validation: (text) => text === "local" || text === "stokenet"
}

/** A variable set to an empty text counts as not set. */
export const isBlank = (text: string) => text.trim() === ""

export const optional = (name: string, { message, validation }: Check = anything) =>
  Config.string(name).pipe(
    Config.validate({ message, validation: (text) => isBlank(text) || validation(text) }),
    Config.option,
    Config.map(Option.filter((text) => !isBlank(text)))
  )
/** `Config.redacted` would hide the problem; none of these messages repeats the value. */
export const secret = (name: string, check: Check = anything) =>
  Config.map(optional(name, check), Option.map(Redacted.make))
