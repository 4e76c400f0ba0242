/** Authorization: roles of an entity, with the owner where a role is not set. */
import { Abort } from "../abort"
import type { Entity } from "../state/rows"
import type { World } from "../World"
import type { AuthZone } from "./Proof"
import { type Rule, ruleHolds } from "./Rule"

const ruleOf = (entity: Entity, role: string): Rule => entity.roles[role] ?? entity.owner.rule

export const requireRule = (rule: Rule, zone: AuthZone, what: string) => {
  if (!ruleHolds(rule, zone)) throw new Abort(`not authorized: ${what}`)
}

export const requireRole = (entity: Entity, role: string, zone: AuthZone, what: string) =>
  requireRule(ruleOf(entity, role), zone, what)

export const requireOwner = (entity: Entity, zone: AuthZone, what: string) => requireRule(entity.owner.rule, zone, what)

const METADATA_ROLES = ["metadata_setter", "metadata_locker"]
const MAIN_ROLES: Readonly<Record<Entity["blueprint"], ReadonlyArray<string>>> = {
  FungibleResourceManager: ["minter", "burner", "freezer", "recaller", "withdrawer", "depositor"],
  NonFungibleResourceManager: [
    "minter",
    "burner",
    "freezer",
    "recaller",
    "withdrawer",
    "depositor",
    "non_fungible_data_updater"
  ],
  Account: [],
  AccountLocker: ["storer", "recoverer"],
  AccessController: [],
  Faucet: []
}
const MODULE_METADATA = 1

/** Changes a role if the caller is allowed to. */
export const setRole = (world: World, address: string, module: number, role: string, rule: Rule, zone: AuthZone) => {
  const entity = world.entity(address)
  const base = role.replace(/_updater$/, "")
  const known = module === 0 ? MAIN_ROLES[entity.blueprint] : module === MODULE_METADATA ? METADATA_ROLES : []
  if (!known.includes(base)) throw new Abort(`${address} has no role ${role}`)
  requireRole(entity, `${base}_updater`, zone, `setting the role ${role} of ${address}`)
  world.draft.set("entity", address, { ...entity, roles: { ...entity.roles, [role]: rule } })
}

export const setOwner = (world: World, address: string, rule: Rule, zone: AuthZone) => {
  const entity = world.entity(address)
  if (!entity.owner.updatable) throw new Abort(`the owner of ${address} is fixed`)
  requireOwner(entity, zone, `setting the owner of ${address}`)
  world.draft.set("entity", address, { ...entity, owner: { rule, updatable: true } })
}

export const lockOwner = (world: World, address: string, zone: AuthZone) => {
  const entity = world.entity(address)
  if (!entity.owner.updatable) throw new Abort(`the owner of ${address} is fixed`)
  requireOwner(entity, zone, `locking the owner of ${address}`)
  world.draft.set("entity", address, { ...entity, owner: { ...entity.owner, updatable: false } })
}
