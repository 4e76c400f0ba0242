/**
 * Validates the address of a webhook as its owner typed it. The addresses behind the name are checked on every delivery
 * (`nameServers.server.ts`). Pure: the form and the server use it.
 */
import { isAddress, isLoopback, isPublicAddress } from "~/effects/base/outward/publicAddress"

export const URL_LENGTH = 500

export type ReadAddress = { readonly url: string } | { readonly problem: string }

const INSIDE = /(^|\.)(localhost|local|internal|intranet|lan|home|corp|home\.arpa|onion|test|invalid)$/

/**
 * Other ports of public hosts belong to services that nobody meant to expose this way. 443 is the default and not
 * written out.
 */
const PORTS: ReadonlySet<string> = new Set(["", "8443"])
export const hasWebPort = ({ port }: URL): boolean => PORTS.has(port)

/**
 * Host as the URL standard normalises it, which also decodes hexadecimal, octal and decimal spellings of an address.
 */
const hostOf = ({ hostname }: URL): string => hostname.replace(/^\[|\]$/g, "").replace(/\.$/, "")

export const isPractice = (url: URL): boolean => hostOf(url) === "localhost" || isLoopback(hostOf(url))

/** @param allowsPractice local mode, in which programs on this machine may be notified, also over http */
export const readAddress = (typed: string, allowsPractice: boolean): ReadAddress => {
  const text = typed.trim()
  if (text === "") return { problem: "Enter the address to send events to." }
  if (text.length > URL_LENGTH) return { problem: `Use at most ${URL_LENGTH} characters.` }
  if (!URL.canParse(text)) return { problem: "This is not a web address. It must begin with https://." }
  const url = new URL(text)
  const host = hostOf(url)
  if (url.username !== "" || url.password !== "") {
    return { problem: "Remove the name and password from the address: the signature shows who sent the message." }
  }
  url.hash = ""
  if (allowsPractice && isPractice(url) && /^https?:$/.test(url.protocol)) return { url: url.href }
  if (url.protocol !== "https:") return { problem: "The address must begin with https://." }
  const isOutside = isAddress(host) ? isPublicAddress(host) : host.includes(".") && !INSIDE.test(host)
  if (!isOutside) return { problem: "This address is not on the public internet." }
  return hasWebPort(url) ? { url: url.href } : { problem: "Webhooks go to port 443 or 8443 only." }
}
