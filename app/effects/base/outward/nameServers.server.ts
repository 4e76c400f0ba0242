/**
 * Resolves host names that users entered by querying name servers directly. The system's resolver (`dns.lookup`) blocks
 * a thread of the process' pool, of which it may use two: a few names whose servers never respond would delay every
 * other look-up, including those of the mail server and the gateway
 * (docs/decisions/0093-resolve-names-of-people-by-name-servers.md).
 */
import { type LookupAddress, type LookupAllOptions, Resolver } from "node:dns"
import type { LookupFunction } from "node:net"
import { isAddress, isPublicAddress } from "./publicAddress"

/** Error code for a name that leads to a private address. */
export const NOT_PUBLIC = "ENOTPUBLIC"

const notPublic = (hostname: string) =>
  Object.assign(new Error(`${hostname} is not on the public internet`), { code: NOT_PUBLIC })

/** A name may be resolved; an address must be public. `hostname` as in a URL. */
export const isPublicHost = (hostname: string): boolean => {
  const bare = hostname.replace(/^\[|\]$/g, "")
  return isAddress(bare) ? isPublicAddress(bare) : bare.includes(".")
}

/**
 * A look-up function for `node:http(s)` that returns public addresses only: all addresses of a name must be public, or
 * pass `isAllowed`. The connection uses the addresses that were checked, so the name cannot change in between. Hosts
 * that are addresses are not looked up: callers that accept hosts from users check them beforehand (`isPublicHost`).
 */
export const makePublicLookup =
  (resolve: Resolve = makeNameServers(), isAllowed: (address: string) => boolean = isPublicAddress): LookupFunction =>
  (hostname, options, respond) =>
    resolve(hostname, { ...options, all: true }, (failure, found) => {
      const [first] = found ?? []
      if (failure !== null) return respond(failure, "")
      if (first === undefined || !found.every(({ address }) => isAllowed(address))) {
        return respond(notPublic(hostname), "")
      }
      if (options.all === true) return respond(null, found)
      return respond(null, first.address, first.family)
    })

/** The callback of `dns.lookup` with all addresses of a name. */
export type Resolve = (
  hostname: string,
  options: LookupAllOptions,
  done: (error: NodeJS.ErrnoException | null, found: Array<LookupAddress>) => void
) => void

/** Milliseconds of the first query, and queries per server; the second waits twice as long. */
const TIMEOUT_MS = 1_500
const TRIES = 2

/** No name server responds: reported as an unknown name, not as an address that refuses connections. */
const asName = (failure: NodeJS.ErrnoException): NodeJS.ErrnoException =>
  failure.code === "ECONNREFUSED" ? Object.assign(new Error(failure.message), { code: "ENOTFOUND" }) : failure

/** The name exists, but has addresses of the other family only. */
const NO_SUCH_KIND = "ENODATA"

interface DnsResponse {
  readonly failure: NodeJS.ErrnoException | null
  readonly found: ReadonlyArray<LookupAddress>
}

/**
 * @param servers as for `dns.setServers`; the system's if omitted
 * @param timeout of the first query, in milliseconds
 */
export const makeNameServers =
  (servers?: ReadonlyArray<string>, timeout = TIMEOUT_MS): Resolve =>
  async (hostname, _, done) => {
    // One resolver for each look-up, so that it uses the system's current name servers.
    const resolver = new Resolver({ timeout, tries: TRIES })
    if (servers !== undefined) resolver.setServers(servers)
    const addressesOf = (family: 4 | 6) =>
      new Promise<DnsResponse>((respond) =>
        resolver[family === 4 ? "resolve4" : "resolve6"](hostname, (failure, found) =>
          respond({ failure, found: failure === null ? found.map((address) => ({ address, family })) : [] })
        )
      )
    const responses = await Promise.all([addressesOf(4), addressesOf(6)])
    const found = responses.flatMap((respond) => respond.found)
    const failures = responses.flatMap(({ failure }) => (failure === null ? [] : [failure]))
    const worst = failures.find(({ code }) => code !== NO_SUCH_KIND) ?? failures[0]
    if (found.length > 0) done(null, found)
    else done(worst === undefined ? null : asName(worst), [])
  }
