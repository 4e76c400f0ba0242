/** Method calls of a manifest, dispatched by the blueprint of the callee; refused by name if it is not supported. */
import { bytesToHex } from "@noble/hashes/utils.js"
import { Either } from "effect"
import { readAddress, WELL_KNOWN, wellKnownBytes } from "../../entities"
import type { Args } from "../Args"
import { need, notInSubset } from "../abort"
import { type Cargo, nothing } from "../Frame"
import { metadataMethod, roleAssignmentMethod } from "../metadata"
import { accountMethod } from "../native/account"
import { controllerMethod } from "../native/controller"
import { callFunction } from "../native/create"
import { faucetMethod } from "../native/faucet"
import { lockerMethod } from "../native/locker"
import { recall, resourceMethod } from "../native/resource"

const PACKAGES: ReadonlyMap<string, string> = new Map(
  WELL_KNOWN.map((name) => [bytesToHex(wellKnownBytes(name)), name] as const)
)

/** Our name for a native package. */
export const packageName = (address: string, networkId: number): string => {
  const bytes = Either.getOrUndefined(readAddress(address, networkId))
  return need(
    bytes === undefined ? undefined : PACKAGES.get(bytesToHex(bytes)),
    `${address} is not in the local subset`
  )
}

export const invokeFunction = (address: string, blueprint: string, name: string, args: Args): Cargo =>
  callFunction(packageName(address, args.frame.world.networkId), blueprint, name, args)

export const invokeMethod = (address: string, method: string, args: Args): Cargo => {
  const { world } = args.frame
  world.touched.add(address)
  switch (world.entity(address).blueprint) {
    case "Account":
      return accountMethod(method, address, args)
    case "AccountLocker":
      return lockerMethod(method, address, args)
    case "AccessController":
      return controllerMethod(method, address, args)
    case "Faucet":
      return faucetMethod(method, address, args)
    case "FungibleResourceManager":
    case "NonFungibleResourceManager":
      return resourceMethod(method, address, args)
  }
}

export const invokeMetadata = (address: string, method: string, args: Args): Cargo => {
  args.frame.world.touched.add(address)
  metadataMethod(method, address, args, args.frame.zone)
  return nothing
}

export const invokeRoles = (address: string, method: string, args: Args): Cargo => {
  args.frame.world.touched.add(address)
  roleAssignmentMethod(method, address, args, args.frame.zone)
  return nothing
}

export const invokeVault = (address: string, method: string, args: Args): Cargo => {
  const { world } = args.frame
  const { holder, resource } = need(world.draft.get("vault", address), `${address} does not exist`)
  if (method === "recall") {
    const amount = args.amount()
    args.end()
    return recall(args, holder, resource, (vault) => vault.take(amount))
  }
  if (method === "recall_non_fungibles") {
    const ids = args.ids()
    args.end()
    return recall(args, holder, resource, (vault) => vault.takeIds(ids))
  }
  throw notInSubset(`the vault method ${method}`)
}
