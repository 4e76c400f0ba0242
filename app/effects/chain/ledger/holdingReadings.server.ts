/** Who holds how much of what, now or at a version. */
import { Effect, Order } from "effect"
import { type AmountText, amountOf, formatAmount, NOTHING, ONE } from "~/ledger/index"
import { type Ask, atVersion, timeOf } from "./asking.server"
import type {
  AtVersion,
  Balances,
  BalancesOf,
  DepositCheck,
  Holders,
  ItemLocations,
  ItemsHeld,
  LockerVaults
} from "./facts"
import { allPages, inChunks } from "./paging.server"
import * as Reply from "./replies"

export interface HolderOptions {
  /** The version whose balances count. */
  readonly at?: AtVersion
  /** Accounts that may have held it then; the gateway lists present holders only. */
  readonly candidates?: ReadonlyArray<string>
}

const EMPTY: ReadonlyMap<string, AmountText> = new Map()
const isAbove = (amount: AmountText) => amountOf(amount) > 0n
const largestFirst = Order.reverse(
  Order.mapInput(Order.bigint, ({ amount }: { readonly amount: AmountText }) => amountOf(amount))
)
/** Of non-fungibles, how many. */
const counted = (items: number | null | undefined) => formatAmount(BigInt(items ?? 0) * ONE)

export const holdingReadings = (ask: Ask) => {
  const fungibles = (address: string, cursor: string, version: number) =>
    allPages(version, (more) =>
      ask(
        "/state/entity/page/fungibles/",
        { address, aggregation_level: "Global", limit_per_page: 100, cursor, ...more },
        Reply.FungiblesReply,
        address
      )
    )

  /** One call's worth of accounts; who holds more than a page is asked for the rest. */
  const chunk = (addresses: ReadonlyArray<string>, at: AtVersion) =>
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

  const balances = Effect.fn("Ledger.balances")(function* (accounts: ReadonlyArray<string>, at?: number) {
    const parts = yield* inChunks(accounts, at, chunk)
    const time = parts[0]?.time ?? timeOf(yield* ask("/transaction/construction", {}, Reply.ConstructionReply))
    const held = new Map(parts.flatMap((part) => part.held))
    return {
      time,
      byAccount: new Map(accounts.map((account) => [account, held.get(account) ?? EMPTY] as const))
    } satisfies Balances
  })

  const balancesOf = Effect.fn("Ledger.balancesOf")(function* (
    resource: string,
    accounts: ReadonlyArray<string>,
    at?: number
  ) {
    const { byAccount, time } = yield* balances(accounts, at)
    return {
      time,
      byAccount: new Map([...byAccount].map(([account, held]) => [account, held.get(resource) ?? NOTHING] as const))
    } satisfies BalancesOf
  })

  /** The gateway's list knows no version: it is fixed by the ledger's state just before. */
  const presentHolders = Effect.fn("Ledger.presentHolders")(function* (resource: string) {
    const state = yield* ask("/transaction/construction", {}, Reply.ConstructionReply)
    const { pages } = yield* allPages(undefined, ({ cursor }: { readonly cursor?: string }) =>
      Effect.map(
        ask(
          "/extensions/resource-holders/page",
          { resource_address: resource, limit_per_page: 100, ...(cursor === undefined ? {} : { cursor }) },
          Reply.HoldersReply,
          resource
        ),
        (reply) => ({ ...state, ...reply })
      )
    )
    const holders = pages
      .flatMap(({ items }) => items)
      .map(({ amount, holder_address, non_fungible_ids_count }) => ({
        address: holder_address,
        amount: amount ?? counted(non_fungible_ids_count)
      }))
    return { time: timeOf(state), holders }
  })

  return {
    /** All fungibles of any number of accounts, at one version. */
    balances,
    /** One resource, for gates, weights and records. */
    balancesOf,

    /** Everybody who holds it now; with `at`, those who held it then, as far as they are present holders or candidates. */
    holders: Effect.fn("Ledger.holders")(function* (resource: string, { at, candidates = [] }: HolderOptions = {}) {
      const present = yield* presentHolders(resource)
      if (at === undefined) return present satisfies Holders
      const addresses = [...present.holders.map(({ address }) => address), ...candidates]
      const { byAccount, time } = yield* balancesOf(resource, addresses, at)
      const holders = [...byAccount].map(([address, amount]) => ({ address, amount }))
      return {
        time,
        holders: holders.filter(({ amount }) => isAbove(amount)).sort(largestFirst)
      } satisfies Holders
    }),

    /** Which items of a non-fungible resource somebody holds, as a treasury holder an admin badge. */
    itemsHeld: Effect.fn("Ledger.itemsHeld")(function* (account: string, resource: string, at?: number) {
      const { pages, time } = yield* allPages(at, (more) =>
        ask(
          "/state/entity/page/non-fungibles/",
          {
            address: account,
            aggregation_level: "Vault",
            limit_per_page: 100,
            opt_ins: { non_fungible_include_nfids: true },
            ...more
          },
          Reply.NonFungiblesReply,
          account
        )
      )
      const holding = pages.flatMap(({ items }) => items).find(({ resource_address }) => resource_address === resource)
      const vaults = holding?.vaults?.items ?? []
      const ids = yield* Effect.forEach(vaults, ({ items = [], total_count, vault_address }) =>
        items !== null && items.length === total_count
          ? Effect.succeed(items)
          : Effect.map(
              allPages(time.stateVersion, (more) =>
                ask(
                  "/state/entity/page/non-fungible-vault/ids",
                  { address: account, vault_address, resource_address: resource, limit_per_page: 100, ...more },
                  Reply.VaultIdsReply,
                  account
                )
              ),
              (all) => all.pages.flatMap((each) => each.items)
            )
      )
      return { time, ids: ids.flat() } satisfies ItemsHeld
    }),

    /** Who holds each item; at most 100 ids. */
    itemLocations: Effect.fn("Ledger.itemLocations")(function* (
      resource: string,
      ids: ReadonlyArray<string>,
      at?: number
    ) {
      const body = { resource_address: resource, non_fungible_ids: ids, ...atVersion(at) }
      const reply = yield* ask("/state/non-fungible/location", body, Reply.LocationReply, resource)
      return {
        time: timeOf(reply),
        owners: new Map(
          reply.non_fungible_ids.map(
            (item) =>
              [
                item.non_fungible_id,
                item.is_burned ? null : (item.owning_vault_global_ancestor_address ?? null)
              ] as const
          )
        )
      } satisfies ItemLocations
    }),

    /** What a locker keeps for an account. */
    lockerVaults: Effect.fn("Ledger.lockerVaults")(function* (locker: string, account: string, at?: number) {
      const { pages, time } = yield* allPages(at, (more) =>
        ask(
          "/state/account-locker/page/vaults",
          { locker_address: locker, account_address: account, limit_per_page: 100, ...more },
          Reply.LockerVaultsReply,
          locker
        )
      )
      const vaults = pages.flatMap(({ items }) =>
        items.map(({ amount, resource_address, total_count, type }) => ({
          resource: resource_address,
          isFungible: type === "Fungible",
          amount: amount ?? counted(total_count)
        }))
      )
      return { time, vaults: vaults.filter(({ amount }) => isAbove(amount)) } satisfies LockerVaults
    }),

    /** Whether anybody may deposit these into an account; what is refused goes to the locker instead. */
    accountTakes: Effect.fn("Ledger.accountTakes")(function* (account: string, resources: ReadonlyArray<string>) {
      const body = { account_address: account, resource_addresses: resources }
      const path = "/transaction/account-deposit-pre-validation"
      const reply = yield* ask(path, body, Reply.DepositReply, account)
      const refused = (reply.resource_specific_behaviour ?? []).filter((each) => !each.allows_try_deposit)
      return {
        time: timeOf(reply),
        acceptsAll: reply.allows_try_deposit_batch,
        refused: refused.map(({ resource_address }) => resource_address)
      } satisfies DepositCheck
    })
  }
}
