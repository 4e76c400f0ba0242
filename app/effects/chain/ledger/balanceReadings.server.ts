/** Queries for balances, now or at a version. The balance of a non-fungible resource is the number of its items. */
import { Effect } from "effect"
import {
  type AccountAddress,
  type AmountText,
  amountOf,
  formatAmount,
  NOTHING,
  ONE,
  type ResourceAddress
} from "~/ledger/index"
import { type Ask, atVersion, timeOf } from "./asking.server"
import type { AtVersion, Balances, BalancesOf } from "./facts"
import { allPages, inBatches } from "./paging.server"
import * as Reply from "./replies"

/** True for amounts above 0. */
export const isAbove = (amount: AmountText) => amountOf(amount) > 0n

/** Number of non-fungible items as an amount. */
export const counted = (items: number | null | undefined) => formatAmount(BigInt(items ?? 0) * ONE)

const EMPTY: ReadonlyMap<ResourceAddress, AmountText> = new Map()

/** @param ask calls the gateway with one question. */
export const balanceReadings = (ask: Ask) => {
  const bodyOf = (address: string, cursor: string) =>
    ({ address, aggregation_level: "Global", limit_per_page: 100, cursor }) as const
  /** What is left of a list after its first page; nothing without a cursor. */
  const fungibles = (address: string, cursor: string | null | undefined, version: number) =>
    cursor == null
      ? Effect.succeed([])
      : Effect.map(
          allPages(version, (more) =>
            ask("/state/entity/page/fungibles/", { ...bodyOf(address, cursor), ...more }, Reply.FungiblesReply, address)
          ),
          ({ pages }) => pages.flatMap(({ items }) => items)
        )
  const nonFungibles = (address: string, cursor: string | null | undefined, version: number) =>
    cursor == null
      ? Effect.succeed([])
      : Effect.map(
          allPages(version, (more) =>
            ask(
              "/state/entity/page/non-fungibles/",
              { ...bodyOf(address, cursor), ...more },
              Reply.CountedReply,
              address
            )
          ),
          ({ pages }) => pages.flatMap(({ items }) => items)
        )

  /** Accounts of one call; if an account holds more than one page, the rest is read, too. */
  const batch = (addresses: ReadonlyArray<string>, at: AtVersion) =>
    Effect.gen(function* () {
      const body = { addresses, aggregation_level: "Global", ...atVersion(at) }
      const reply = yield* ask("/state/entity/details", body, Reply.BalancesReply, addresses.join(", "))
      const time = timeOf(reply)
      const version = time.stateVersion
      const held = yield* Effect.forEach(
        reply.items,
        ({ address, fungible_resources: amounts, non_fungible_resources: items }) =>
          Effect.gen(function* () {
            const more = yield* fungibles(address, amounts?.next_cursor, version)
            const moreItems = yield* nonFungibles(address, items?.next_cursor, version)
            const all = [
              ...[...(amounts?.items ?? []), ...more],
              ...[...(items?.items ?? []), ...moreItems].map((each) => ({ ...each, amount: counted(each.amount) }))
            ]
            return [address, new Map(all.map(({ amount, resource_address }) => [resource_address, amount]))] as const
          })
      )
      return { time, held }
    })

  const balances = Effect.fn("balanceReadings.balances")(function* (accounts: ReadonlyArray<string>, at?: AtVersion) {
    const parts = yield* inBatches(accounts, at, batch)
    const time = parts[0]?.time ?? timeOf(yield* ask("/transaction/construction", {}, Reply.ConstructionReply))
    const held = new Map(parts.flatMap((part) => part.held))
    return {
      time,
      byAccount: new Map(accounts.map((account) => [account, held.get(account) ?? EMPTY] as const))
    } satisfies Balances
  })

  const heldBy = (resource: ResourceAddress, holders: ReadonlyArray<string>, at?: AtVersion) =>
    Effect.map(
      balances(holders, at),
      ({ byAccount, time }): BalancesOf => ({
        time,
        byAccount: new Map([...byAccount].map(([holder, held]) => [holder, held.get(resource) ?? NOTHING] as const))
      })
    ).pipe(Effect.withSpan("Ledger.balancesOf"))

  return {
    /** Everything that any number of accounts hold, at one version. */
    balances: (accounts: ReadonlyArray<AccountAddress>, at?: AtVersion) => balances(accounts, at),
    /** Balances of one resource, for gates, weights and records. */
    balancesOf: (resource: ResourceAddress, accounts: ReadonlyArray<AccountAddress>, at?: number) =>
      heldBy(resource, accounts, at),
    /** Everything that one holder of any kind has, by resource. */
    everythingOf: (holder: string, at?: number) =>
      Effect.map(balances([holder], at), ({ byAccount }) => byAccount.get(holder) ?? EMPTY),
    /** The same for any holder, which may be a locker or a component. */
    heldBy
  }
}
