/** Queries for items of non-fungible resources. */
import { Effect } from "effect"
import type { AccountAddress, ResourceAddress } from "~/effects/base/addresses/addresses"
import { type Ask, atVersion, timeOf } from "./asking.server"
import type { ItemLocations, ItemsHeld } from "./facts"
import { allPages } from "./paging.server"
import * as Reply from "./replies"

type Vaults = NonNullable<(typeof Reply.NonFungiblesReply.Type)["items"][number]["vaults"]>

/** @param ask calls the gateway with one question. */
export const itemReadings = (ask: Ask) => {
  /** IDs in a vault: those of the holder's entry if it is complete, else all pages. */
  const idsIn =
    (account: AccountAddress, resource: ResourceAddress, version: number) => (vault: Vaults["items"][number]) => {
      const { items = [], total_count, vault_address } = vault
      if (items !== null && items.length === total_count) return Effect.succeed(items)
      const body = { address: account, vault_address, resource_address: resource, limit_per_page: 100 }
      return Effect.map(
        allPages(version, (more) =>
          ask("/state/entity/page/non-fungible-vault/ids", { ...body, ...more }, Reply.VaultIdsReply, account)
        ),
        (all) => all.pages.flatMap((each) => each.items)
      )
    }

  return {
    /** Items of a non-fungible resource that an account holds, for example admin badges. */
    itemsHeld: Effect.fn("itemReadings.itemsHeld")(function* (
      account: AccountAddress,
      resource: ResourceAddress,
      at?: number
    ) {
      const body = {
        address: account,
        aggregation_level: "Vault",
        limit_per_page: 100,
        opt_ins: { non_fungible_include_nfids: true }
      }
      const { pages, time } = yield* allPages(at, (more) =>
        ask("/state/entity/page/non-fungibles/", { ...body, ...more }, Reply.NonFungiblesReply, account)
      )
      const holding = pages.flatMap(({ items }) => items).find(({ resource_address }) => resource_address === resource)
      const vaults = holding?.vaults?.items ?? []
      const ids = yield* Effect.forEach(vaults, idsIn(account, resource, time.stateVersion))
      return { time, ids: ids.flat() } satisfies ItemsHeld
    }),

    /** Holder of each item; at most 100 IDs. */
    itemLocations: Effect.fn("itemReadings.itemLocations")(function* (
      resource: ResourceAddress,
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
    })
  }
}
