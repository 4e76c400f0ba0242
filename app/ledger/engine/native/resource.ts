/** Methods of resources: minting, burning, changing data, recalling. */
import { type Amount, isDivisible } from "../../amount"
import type { Args } from "../Args"
import { Abort, notInSubset } from "../abort"
import type { AuthZone } from "../auth/Proof"
import { requireRole } from "../auth/roles"
import { type Cargo, nothing, returning } from "../Frame"
import { FungibleHolding, type Holding, NonFungibleHolding } from "../Holding"
import type { ResourceEntity } from "../state/rows"
import type { World } from "../World"
import { createItems, createRuidItems, updateItem } from "./items"

const mint = (args: Args, address: string): Cargo => {
  const { world, zone } = args.frame
  const entity = world.resource(address)
  requireRole(entity, "minter", zone, `minting ${address}`)
  if (entity.blueprint === "NonFungibleResourceManager") {
    const ids = createItems(args, address)
    args.end()
    return returning(new NonFungibleHolding(address, ids))
  }
  const amount = args.amount()
  args.end()
  if (amount <= 0n || !isDivisible(amount, entity.divisibility))
    throw new Abort(`so much of ${address} cannot be minted`)
  world.draft.set("entity", address, { ...entity, supply: entity.supply + amount })
  world.emit({ name: "MintFungibleResourceEvent", emitter: address, resource: address, amount })
  const made = new FungibleHolding(address, entity.divisibility, 0n)
  made.mint(amount)
  return returning(made)
}

const mintRuid = (args: Args, address: string): Cargo => {
  const { world, zone } = args.frame
  requireRole(world.resource(address), "minter", zone, `minting ${address}`)
  const ids = createRuidItems(args, address)
  args.end()
  return returning(new NonFungibleHolding(address, ids))
}

/** The resource after so much of it has been burned. */
export const lessBurned = <R extends ResourceEntity>(entity: R, amount: Amount): R => ({
  ...entity,
  supply: entity.supply - amount,
  burned: (entity.burned ?? 0n) + amount
})

/** Burns a holding. `zone` provides the authority. */
export const burn = (world: World, holding: Holding, zone: AuthZone) => {
  const entity = world.resource(holding.resource)
  requireRole(entity, "burner", zone, `burning ${holding.resource}`)
  const { amount, ids } = holding.takeAll()
  world.draft.set("entity", holding.resource, lessBurned(entity, amount))
  for (const id of ids ?? []) {
    const key = `${holding.resource}/${id}`
    const item = world.draft.get("item", key)
    if (item !== undefined) world.draft.set("item", key, { ...item, holder: null })
  }
  world.emit({
    name: ids === undefined ? "BurnFungibleResourceEvent" : "BurnNonFungibleResourceEvent",
    emitter: holding.resource,
    resource: holding.resource,
    ...(ids === undefined ? { amount } : { ids: [...ids] })
  })
}

/** Methods that a manifest may call on a resource. */
export const resourceMethod = (method: string, address: string, args: Args): Cargo => {
  switch (method) {
    case "mint":
      return mint(args, address)
    case "mint_ruid":
      return mintRuid(args, address)
    case "update_non_fungible_data":
      updateItem(args, address)
      return nothing
    default:
      throw notInSubset(`the resource method ${method}`)
  }
}

/** Recalls a vault's contents if the resource allows it: `RECALL_FROM_VAULT` and similar instructions. */
export const recall = (args: Args, holder: string, resource: string, take: (vault: Holding) => Holding): Cargo => {
  const { world, zone } = args.frame
  requireRole(world.resource(resource), "recaller", zone, `recalling ${resource}`)
  const taken = take(world.vault(holder, resource))
  world.emit({ name: "RecallEvent", emitter: holder, resource, amount: taken.amount })
  return returning(taken)
}
