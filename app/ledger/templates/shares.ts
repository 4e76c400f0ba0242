/** Payments of one batch: accounts with amounts, as a locker accepts them. */
import type { AccountAddress } from "../address"
import type { Amount } from "../amount"
import type { Term } from "../manifest/Manifest"
import * as Tree from "../manifest/Manifest"

export type Share = readonly [account: AccountAddress, amount: Amount]

export const sumOf = (shares: ReadonlyArray<Share>): Amount => shares.reduce((all, [, amount]) => all + amount, 0n)

export const sharesTerm = (shares: ReadonlyArray<Share>): Term =>
  Tree.map(
    "Address",
    "Enum",
    ...shares.map(([account, amount]) => [Tree.address(account), Tree.variant(0, Tree.decimal(amount))] as const)
  )
