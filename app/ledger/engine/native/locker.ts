/** Account lockers: hold resources for accounts until each claims its own. */
import type { Args } from "../Args"
import { Abort, notInSubset } from "../abort"
import { requireOwner, requireRole } from "../auth/roles"
import { type Cargo, nothing, returning } from "../Frame"
import type { Holding } from "../Holding"
import { globalCaller, type World } from "../World"
import { accepts, deposit, isDepositor } from "./account"

/** Holder of what a locker stores for an account. */
export const claimHolder = (locker: string, account: string): string => `${locker}/${account}`

const event = (name: string, locker: string, account: string, { amount, ids, resource }: Holding) => ({
  name,
  emitter: locker,
  account,
  resource,
  ...(ids === undefined ? { amount } : { ids: [...ids] })
})

/** Directly into the account if requested and allowed, otherwise stored. */
const deliver = (world: World, locker: string, account: string, bucket: Holding, isDirect: boolean) => {
  world.entityOf(account, "Account")
  if (isDirect) {
    const asCaller = globalCaller(locker, world.networkId)
    if (accepts(world, account, bucket.resource) || isDepositor(world, account, asCaller)) {
      return deposit(world, account, bucket)
    }
    world.emit(event("RejectedDepositEvent", account, account, bucket))
  }
  world.emit(event("StoreEvent", locker, account, bucket))
  world.vault(claimHolder(locker, account), bucket.resource).put(bucket)
}

const airdrop = (args: Args, locker: string): Cargo => {
  const { world } = args.frame
  const shares = args.entries(
    (key) => key.address(),
    (item): ((from: Holding) => Holding) => {
      const [variant, inner] = item.variant()
      if (variant === 0) {
        const amount = inner.amount()
        return (from) => from.take(amount)
      }
      const ids = inner.ids()
      return (from) => from.takeIds(ids)
    }
  )
  const bucket = args.bucket()
  const isDirect = args.bool()
  args.end()
  for (const [account, take] of shares) deliver(world, locker, account, take(bucket), isDirect)
  return bucket.amount > 0n ? returning(bucket) : nothing
}

const store = (args: Args, locker: string): Cargo => {
  const account = args.address()
  const bucket = args.bucket()
  const isDirect = args.bool()
  args.end()
  deliver(args.frame.world, locker, account, bucket, isDirect)
  return nothing
}

/** Account, resource, and an amount or ids: the arguments of all four ways out of a locker. */
const takeOut = (args: Args, locker: string, byIds: boolean, allow: (account: string) => void, name: string): Cargo => {
  const { world } = args.frame
  const account = args.address()
  const resource = args.address()
  allow(account)
  const holder = claimHolder(locker, account)
  const take = byIds ? takeIdsOf(args.ids()) : takeAmountOf(args.amount())
  args.end()
  if (!world.hasVault(holder, resource)) throw new Abort(`the locker keeps no ${resource} for ${account}`)
  const taken = take(world.vault(holder, resource))
  world.emit(event(name, locker, account, taken))
  return returning(taken)
}
const takeIdsOf = (ids: ReadonlyArray<string>) => (vault: Holding) => vault.takeIds(ids)
const takeAmountOf = (amount: bigint) => (vault: Holding) => vault.take(amount)

export const lockerMethod = (method: string, locker: string, args: Args): Cargo => {
  const { world, zone } = args.frame
  const entity = world.entityOf(locker, "AccountLocker")
  const ofAccount = (account: string) =>
    requireOwner(world.entityOf(account, "Account"), zone, `claiming for ${account}`)
  const byRole = () => undefined // the role was checked before
  switch (method) {
    case "store":
      requireRole(entity, "storer", zone, `storing in ${locker}`)
      return store(args, locker)
    case "airdrop":
      requireRole(entity, "storer", zone, `storing in ${locker}`)
      return airdrop(args, locker)
    case "claim":
      return takeOut(args, locker, false, ofAccount, "ClaimEvent")
    case "claim_non_fungibles":
      return takeOut(args, locker, true, ofAccount, "ClaimEvent")
    case "recover":
    case "recover_non_fungibles":
      requireRole(entity, "recoverer", zone, `recovering from ${locker}`)
      return takeOut(args, locker, method === "recover_non_fungibles", byRole, "RecoverEvent")
    default:
      throw notInSubset(`the locker method ${method}`)
  }
}
