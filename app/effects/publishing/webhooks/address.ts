/**
 * The address a webhook is sent to, as its owner wrote it. What a name leads to is looked at again each time something
 * is sent (`publicLookup.server.ts`). Pure: the form and the server read it.
 */
import { isAddress, isLoopback, isPublicAddress } from "~/effects/base/outward/publicAddress"

export const URL_LENGTH = 500

export type ReadAddress = { readonly url: string } | { readonly problem: string }

const INSIDE = /(^|\.)(localhost|local|internal|intranet|lan|home|corp|home\.arpa|onion|test|invalid)$/

/** Other ports of public hosts are those of services that nobody meant to be asked this way. 443 is not written out. */
const PORTS: ReadonlySet<string> = new Set(["", "8443"])
export const hasWebPort = ({ port }: URL): boolean => PORTS.has(port)

/** A host as the URL standard writes it: hexadecimal, octal and decimal spellings of an address are that address then. */
const hostOf = ({ hostname }: URL): string => hostname.replace(/^\[|\]$/g, "").replace(/\.$/, "")

export const isPractice = (url: URL): boolean => hostOf(url) === "localhost" || isLoopback(hostOf(url))

/**
 * @param allowsPractice in local mode: programs on this machine may be told, over http too
 */
export const readAddress = (typed: string, allowsPractice: boolean): ReadAddress => {
  const text = typed.trim()
  if (text === "") return { problem: "Enter the address that is to be told." }
  if (text.length > URL_LENGTH) return { problem: `Use at most ${URL_LENGTH} characters.` }
  if (!URL.canParse(text)) return { problem: "This is not a web address. It must begin with https://." }
  const url = new URL(text)
  const host = hostOf(url)
  if (url.username !== "" || url.password !== "") {
    return { problem: "Leave name and password out of the address: the signature says who sends." }
  }
  url.hash = ""
  if (allowsPractice && isPractice(url) && /^https?:$/.test(url.protocol)) return { url: url.href }
  if (url.protocol !== "https:") return { problem: "The address must begin with https://." }
  const isOutside = isAddress(host) ? isPublicAddress(host) : host.includes(".") && !INSIDE.test(host)
  if (!isOutside) return { problem: "This address is not on the public internet." }
  return hasWebPort(url) ? { url: url.href } : { problem: "Webhooks go to port 443 or 8443." }
}
