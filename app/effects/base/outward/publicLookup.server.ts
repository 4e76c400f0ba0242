/**
 * A look-up for `node:http(s)` that answers public addresses only. The connection goes to the addresses that were
 * checked, so a name cannot be another one's by the time it is connected to. A host that is an address is not looked
 * up: whoever takes hosts from people checks that beforehand (`isPublicHost`).
 */
import type { LookupFunction } from "node:net"
import { makeNameServers, type Resolve } from "./nameServers.server"
import { isAddress, isPublicAddress } from "./publicAddress"

/** The code of the error for a name that leads elsewhere. */
export const NOT_PUBLIC = "ENOTPUBLIC"

const notPublic = (hostname: string) =>
  Object.assign(new Error(`${hostname} is not on the public internet`), { code: NOT_PUBLIC })

/** A name may be resolved; an address has to be public by itself. `hostname` as a URL has it. */
export const isPublicHost = (hostname: string): boolean => {
  const bare = hostname.replace(/^\[|\]$/g, "")
  return isAddress(bare) ? isPublicAddress(bare) : bare.includes(".")
}

/** All of a name's addresses have to be public, or as `isAllowed` asks for. */
export const makePublicLookup =
  (resolve: Resolve = makeNameServers(), isAllowed: (address: string) => boolean = isPublicAddress): LookupFunction =>
  (hostname, options, answer) =>
    resolve(hostname, { ...options, all: true }, (failure, found) => {
      const [first] = found ?? []
      if (failure !== null) return answer(failure, "")
      if (first === undefined || !found.every(({ address }) => isAllowed(address))) {
        return answer(notPublic(hostname), "")
      }
      if (options.all === true) return answer(null, found)
      return answer(null, first.address, first.family)
    })
