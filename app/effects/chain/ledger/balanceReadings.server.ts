/** Queries for balances of fungible resources, now or at a version. */
import { Effect } from "effect"
import { type AccountAddress, type AmountText, NOTHING, type ResourceAddress } from "~/ledger/index"
import { type Ask, atVersion, timeOf } from "./asking.server"
import type { AtVersion, Balances, BalancesOf } from "./facts"
import { allPages, inBatches } from "./paging.server"
import * as Reply from "./replies"

const EMPTY: ReadonlyMap<ResourceAddress, AmountText> = new Map()

/** @param ask calls the gateway with one question. */
export const balanceReadings = (ask: Ask) => {
  const fungibles = (address: string, cursor: string, version: number) =>
    allPages(version, (more) =>
      ask(
        "/state/entity/page/fungibles/",
        { address, aggregation_level: "Global", limit_per_page: 100, cursor, ...more },
        Reply.FungiblesReply,
        address
      )
    )

  /** Accounts of one call; if an account holds more than one page, the rest is read, too. */
  const batch = (addresses: ReadonlyArray<string>, at: AtVersion) =>
    Effect.gen(function* () {
      const body = { addresses, aggregation_level: "Global", ...atVersion(at) }
      const reply = yield* ask("/state/entity/details", body, Reply.BalancesReply, addresses.join(", "))
      const time = timeOf(reply)
      const held = yield* Effect.forEach(reply.items, ({ address, fungible_resources }) =>
        Effect.gen(function* () {
          const first = fungible_resources?.items ?? []
          const cursor = fungible_resources?.next_cursor
          const rest = cursor == null ? [] : (yield* fungibles(address, cursor, time.stateVersion)).pages
          const all = [...first, ...rest.flatMap(({ items }) => items)]
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
    /** All fungibles of any number of accounts, at one version. */
    balances: (accounts: ReadonlyArray<AccountAddress>, at?: AtVersion) => balances(accounts, at),
    /** Balances of one resource, for gates, weights and records. */
    balancesOf: (resource: ResourceAddress, accounts: ReadonlyArray<AccountAddress>, at?: number) =>
      heldBy(resource, accounts, at),
    /** The same for any holder, which may be a locker or a component. */
    heldBy
  }
}
