/** Functions of the native packages that create entities. */
import { ENTITY } from "../../entities"
import type { Args } from "../Args"
import { notInSubset } from "../abort"
import { allowAll, denyAll, requires } from "../auth/Rule"
import { type Cargo, nothing, returning } from "../Frame"
import { FungibleHolding, NonFungibleHolding } from "../Holding"
import { initialMetadata } from "../metadata"
import type { Entity, Owner, Roles } from "../state/rows"
import { globalCaller } from "../World"
import { readDataSchema } from "./dataSchema"
import { createItems, idTypeOf } from "./items"

const readOwner = (args: Args): Owner => {
  const [variant, inner] = args.variant()
  const rule = variant === 0 ? denyAll : inner.rule()
  inner.end()
  return { rule, updatable: variant === 2 }
}

const FUNGIBLE_ROLES = ["minter", "burner", "freezer", "recaller", "withdrawer", "depositor"]
const NON_FUNGIBLE_ROLES = [...FUNGIBLE_ROLES, "non_fungible_data_updater"]
/** By default anyone may move a resource, and nobody may do anything else with it. */
const OPEN = ["withdrawer", "depositor"]

const readRoles = (args: Args, names: ReadonlyArray<string>): Roles => {
  const all = args.tuple()
  const roles: Record<string, Roles[string]> = {}
  for (const name of names) {
    const given = all.option((inner) => {
      const pair = inner.tuple()
      const rules = { role: pair.option((rule) => rule.rule()), updater: pair.option((rule) => rule.rule()) }
      pair.end()
      return rules
    })
    if (given === undefined) {
      roles[name] = OPEN.includes(name) ? allowAll : denyAll
      roles[`${name}_updater`] = denyAll
    } else {
      if (given.role !== undefined) roles[name] = given.role
      if (given.updater !== undefined) roles[`${name}_updater`] = given.updater
    }
  }
  all.end()
  return roles
}

const RESOURCE_PACKAGE = "resourcePackage"

/** Metadata and reservation are the last arguments of every call; the entity is written once both are known. */
const settle = (args: Args, entityByte: number, packageName: string, blueprint: string, entity: Entity): string => {
  const metadataArgs = blueprint.endsWith("ResourceManager") ? args.any() : undefined
  const address = args.reservation(packageName, blueprint) ?? args.frame.world.newAddress(entityByte)
  args.end()
  args.frame.world.create(address, entity)
  if (metadataArgs !== undefined) initialMetadata(args.with(metadataArgs), address)
  return address
}

const createFungible = (args: Args, hasSupply: boolean): Cargo => {
  const { world } = args.frame
  const owner = readOwner(args)
  const isTracked = args.bool()
  const divisibility = args.u8()
  if (divisibility > 18) throw notInSubset(`a divisibility of ${divisibility}`)
  const supply = hasSupply ? args.amount() : 0n
  const roles = readRoles(args, FUNGIBLE_ROLES)
  const blueprint = "FungibleResourceManager"
  const entity: Entity = { blueprint, owner, roles, createdBy: world.createdBy, divisibility, isTracked, supply }
  const address = settle(args, ENTITY.fungible, RESOURCE_PACKAGE, blueprint, entity)
  if (!hasSupply) return nothing
  world.emit({ name: "MintFungibleResourceEvent", emitter: address, resource: address, amount: supply })
  const made = new FungibleHolding(address, divisibility, 0n)
  made.mint(supply)
  return returning(made)
}

const createNonFungible = (args: Args, hasSupply: boolean): Cargo => {
  const { world } = args.frame
  const owner = readOwner(args)
  const idType = idTypeOf(args)
  const isTracked = args.bool()
  const fields = readDataSchema(args)
  const entries = hasSupply ? args.any() : undefined
  const roles = readRoles(args, NON_FUNGIBLE_ROLES)
  const blueprint = "NonFungibleResourceManager"
  const entity = { blueprint, owner, roles, createdBy: world.createdBy, idType, fields, isTracked, supply: 0n } as const
  const address = settle(args, ENTITY.nonFungible, RESOURCE_PACKAGE, blueprint, entity)
  if (entries === undefined) return nothing
  return returning(new NonFungibleHolding(address, createItems(args.with(entries), address)))
}

const createAccount = (args: Args): Cargo => {
  const owner = readOwner(args)
  settle(args, ENTITY.account, "accountPackage", "Account", {
    blueprint: "Account",
    owner,
    roles: {},
    createdBy: args.frame.world.createdBy,
    deposits: "accept",
    preferences: {},
    depositors: []
  })
  return nothing
}

const createLocker = (args: Args): Cargo => {
  const owner = readOwner(args)
  const names = ["storer", "storer_updater", "recoverer", "recoverer_updater"]
  const roles = Object.fromEntries(names.map((name) => [name, args.rule()]))
  const { createdBy } = args.frame.world
  settle(args, ENTITY.locker, "lockerPackage", "AccountLocker", { blueprint: "AccountLocker", owner, roles, createdBy })
  return nothing
}

/** The resource of a controller's recovery badges: soulbound, minted by the controller alone. */
const createRecoveryBadge = (args: Args, controller: string): string => {
  const { world } = args.frame
  const { id, resource } = globalCaller(controller, world.networkId)
  const rule = requires(resource, id)
  const closed = NON_FUNGIBLE_ROLES.flatMap((name) => [name, `${name}_updater`]).map((name) => [name, denyAll])
  const address = world.newAddress(ENTITY.nonFungible)
  world.create(address, {
    blueprint: "NonFungibleResourceManager",
    owner: { rule, updatable: false },
    roles: {
      ...Object.fromEntries(closed),
      minter: rule,
      burner: allowAll,
      burner_updater: allowAll,
      depositor: allowAll
    },
    createdBy: world.createdBy,
    idType: "integer",
    fields: [],
    isTracked: true,
    supply: 0n
  })
  return address
}

const createController = (args: Args): Cargo => {
  const { world } = args.frame
  const asset = args.bucket()
  const set = args.tuple()
  const [primary, recovery, confirmation] = [set.rule(), set.rule(), set.rule()]
  set.end()
  const delayMinutes = args.option((inner) => inner.u32())
  const entity = {
    blueprint: "AccessController",
    owner: { rule: denyAll, updatable: false },
    roles: { primary, recovery, confirmation },
    createdBy: world.createdBy,
    resource: asset.resource,
    ...(delayMinutes === undefined ? {} : { delayMinutes }),
    isWithdrawing: false
  } as const
  const address = settle(args, ENTITY.accessController, "accessControllerPackage", "AccessController", entity)
  world.draft.set("entity", address, { ...entity, recoveryBadge: createRecoveryBadge(args, address) })
  world.vault(address, asset.resource).put(asset)
  return nothing
}

/** Functions that `CALL_FUNCTION` supports, by package, blueprint and function. */
export const callFunction = (packageName: string, blueprint: string, name: string, args: Args): Cargo => {
  switch (`${packageName} ${blueprint} ${name}`) {
    case "resourcePackage FungibleResourceManager create":
      return createFungible(args, false)
    case "resourcePackage FungibleResourceManager create_with_initial_supply":
      return createFungible(args, true)
    case "resourcePackage NonFungibleResourceManager create":
      return createNonFungible(args, false)
    case "resourcePackage NonFungibleResourceManager create_with_initial_supply":
      return createNonFungible(args, true)
    case "accountPackage Account create_advanced":
      return createAccount(args)
    case "lockerPackage AccountLocker instantiate":
      return createLocker(args)
    case "accessControllerPackage AccessController create":
      return createController(args)
    default:
      throw notInSubset(`the function ${name} of ${blueprint}`)
  }
}
