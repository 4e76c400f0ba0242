/**
 * A look-up function for `node:http(s)` that returns public addresses only. The connection uses the addresses that were
 * checked, so the name cannot change in between. Hosts that are addresses are not looked up: callers that accept hosts
 * from users check them beforehand (`isPublicHost`).
 */
import type { LookupFunction } from "node:net"
import { makeNameServers, type Resolve } from "./nameServers.server"
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

/** All addresses of a name must be public, or pass `isAllowed`. */
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
