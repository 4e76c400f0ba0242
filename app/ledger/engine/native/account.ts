/** Accounts: what their owner may do, and what others may deposit. */
import type { Amount } from "../../amount"
import type { Args } from "../Args"
import { Abort, notInSubset } from "../abort"
import { AuthZone, Proof } from "../auth/Proof"
import type { Badge } from "../auth/Rule"
import { requireOwner, requireRole } from "../auth/roles"
import { type Cargo, nothing, returning, showing } from "../Frame"
import type { Holding } from "../Holding"
import type { EntityOf } from "../state/rows"
import type { World } from "../World"
import { burn } from "./resource"

export type AccountEntity = EntityOf<"Account">

/** Inside an account the caller's proofs no longer count: the resource's own rules must allow everyone. */
const INSIDE = () => new AuthZone([])

const moved = (name: string, account: string, { amount, ids, resource }: Holding) => ({
  name,
  emitter: account,
  resource,
  ...(ids === undefined ? { amount } : { ids: [...ids] })
})

export const deposit = (world: World, account: string, bucket: Holding) => {
  if (bucket.isLocked) throw new Abort("a bucket that backs a proof cannot be deposited")
  requireRole(world.resource(bucket.resource), "depositor", INSIDE(), `depositing ${bucket.resource}`)
  world.emit(moved("DepositEvent", account, bucket))
  world.vault(account, bucket.resource).put(bucket)
  const entity = world.entityOf(account, "Account")
  if (world.draft.get("entity", account) === undefined) world.create(account, entity)
}

const withdraw = (world: World, account: string, resource: string, take: (vault: Holding) => Holding): Holding => {
  requireRole(world.resource(resource), "withdrawer", INSIDE(), `withdrawing ${resource}`)
  if (!world.hasVault(account, resource)) throw new Abort(`${account} has no ${resource}`)
  const taken = take(world.vault(account, resource))
  world.emit(moved("WithdrawEvent", account, taken))
  return taken
}

const held = (world: World, account: string, resource: string): Holding => {
  if (!world.hasVault(account, resource)) throw new Abort(`${account} has no ${resource}`)
  return world.vault(account, resource)
}

/** Whether others may deposit this resource. `isHeld`: the account has a vault of it. XRD always counts as held. */
export const acceptsDeposit = (account: AccountEntity, resource: string, isHeld: boolean, isXrd: boolean): boolean =>
  account.preferences[resource] ?? (account.deposits === "existing" ? isXrd || isHeld : account.deposits === "accept")

export const accepts = (world: World, account: string, resource: string): boolean =>
  acceptsDeposit(
    world.entityOf(account, "Account"),
    resource,
    world.hasVault(account, resource),
    resource === world.xrd()
  )

const badgeKey = ({ id, resource }: Badge): string => (id === undefined ? resource : `${resource}:${id}`)

/** Authorized depositors pass whatever the account's rules say. */
export const isDepositor = (world: World, account: string, badge: Badge | undefined): boolean =>
  badge !== undefined && world.entityOf(account, "Account").depositors.includes(badgeKey(badge))

const tryDeposit = (
  args: Args,
  account: string,
  buckets: ReadonlyArray<Holding>,
  badge: Badge | undefined
): boolean => {
  const { world, zone } = args.frame
  const isOpen = buckets.every(({ resource }) => accepts(world, account, resource))
  if (!isOpen && isDepositor(world, account, badge)) {
    if (badge !== undefined && !zone.holds(badge)) throw new Abort("the depositor's badge was not shown")
  } else if (!isOpen) {
    for (const bucket of buckets) world.emit(moved("RejectedDepositEvent", account, bucket))
    return false
  }
  for (const bucket of buckets) deposit(world, account, bucket)
  return true
}

const tryMethod = (method: string, account: string, args: Args): Cargo => {
  const buckets = method.startsWith("try_deposit_batch") ? args.buckets() : [args.bucket()]
  const badge = args.option((inner) => inner.badge())
  args.end()
  if (tryDeposit(args, account, buckets, badge)) return nothing
  if (method.endsWith("_or_refund")) return returning(...buckets)
  throw new Abort(`${account} does not accept the deposit`)
}

const lockFee = (args: Args, account: string): Cargo => {
  const { world } = args.frame
  const amount: Amount = args.amount()
  args.end()
  world.lockFee(account, amount)
  return nothing
}

const DEPOSITS = ["accept", "reject", "existing"] as const

/** Changes the account's deposit rules. */
const configure = (method: string, account: string, args: Args): Cargo => {
  const { world } = args.frame
  const entity = world.entityOf(account, "Account")
  const changed = (): AccountEntity => {
    switch (method) {
      case "set_default_deposit_rule": {
        const [variant] = args.variant()
        return { ...entity, deposits: DEPOSITS[variant] ?? "accept" }
      }
      case "set_resource_preference": {
        const resource = args.address()
        const [variant] = args.variant()
        return { ...entity, preferences: { ...entity.preferences, [resource]: variant === 0 } }
      }
      case "remove_resource_preference": {
        const { [args.address()]: _, ...preferences } = entity.preferences
        return { ...entity, preferences }
      }
      case "add_authorized_depositor":
        return { ...entity, depositors: [...new Set([...entity.depositors, badgeKey(args.badge())])] }
      case "remove_authorized_depositor": {
        const gone = badgeKey(args.badge())
        return { ...entity, depositors: entity.depositors.filter((known) => known !== gone) }
      }
      default:
        throw notInSubset(`the account method ${method}`)
    }
  }
  const after = changed()
  args.end()
  world.draft.set("entity", account, after)
  return nothing
}

const owned = (method: string, account: string, args: Args): Cargo => {
  const { world } = args.frame
  switch (method) {
    case "lock_fee":
      return lockFee(args, account)
    case "withdraw": {
      const [resource, amount] = [args.address(), args.amount()]
      args.end()
      return returning(withdraw(world, account, resource, (vault) => vault.take(amount)))
    }
    case "withdraw_non_fungibles": {
      const [resource, ids] = [args.address(), args.ids()]
      args.end()
      return returning(withdraw(world, account, resource, (vault) => vault.takeIds(ids)))
    }
    case "deposit": {
      const bucket = args.bucket()
      args.end()
      deposit(world, account, bucket)
      return nothing
    }
    case "deposit_batch": {
      const buckets = args.buckets()
      args.end()
      for (const bucket of buckets) deposit(world, account, bucket)
      return nothing
    }
    case "create_proof_of_amount": {
      const [resource, amount] = [args.address(), args.amount()]
      args.end()
      return showing(Proof.ofAmount(held(world, account, resource), amount))
    }
    case "create_proof_of_non_fungibles": {
      const [resource, ids] = [args.address(), args.ids()]
      args.end()
      return showing(Proof.ofIds(held(world, account, resource), ids))
    }
    case "burn": {
      const [resource, amount] = [args.address(), args.amount()]
      args.end()
      burn(
        world,
        withdraw(world, account, resource, (vault) => vault.take(amount)),
        INSIDE()
      )
      return nothing
    }
    case "burn_non_fungibles": {
      const [resource, ids] = [args.address(), args.ids()]
      args.end()
      burn(world, held(world, account, resource).takeIds(ids), INSIDE())
      return nothing
    }
    default:
      return configure(method, account, args)
  }
}

const TRY = [
  "try_deposit_or_abort",
  "try_deposit_or_refund",
  "try_deposit_batch_or_abort",
  "try_deposit_batch_or_refund"
]

export const accountMethod = (method: string, account: string, args: Args): Cargo => {
  if (TRY.includes(method)) return tryMethod(method, account, args)
  const { world, zone } = args.frame
  requireOwner(world.entityOf(account, "Account"), zone, `${method} of ${account}`)
  return owned(method, account, args)
}
