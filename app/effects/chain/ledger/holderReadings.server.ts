/** Queries for the holders of a resource, now or at a version. */
import { Effect, Order } from "effect"
import type { AccountAddress, ResourceAddress } from "~/effects/base/addresses/addresses"
import { type AmountText, amountOf } from "~/ledger/index"
import { counted, isAbove } from "./amounts"
import { type Ask, timeOf } from "./asking.server"
import type { balanceReadings } from "./balanceReadings.server"
import type { AtVersion, Holders } from "./facts"
import { allPages } from "./paging.server"
import * as Reply from "./replies"

export interface HolderOptions {
  /** The version at which balances count. */
  readonly at?: AtVersion
  /** Accounts that may have held it then, because the gateway lists present holders only. */
  readonly candidates?: ReadonlyArray<AccountAddress>
}

const largestFirst = Order.reverse(
  Order.mapInput(Order.bigint, ({ amount }: { readonly amount: AmountText }) => amountOf(amount))
)

/** @param heldBy reads balances at a past version. */
export const holderReadings = (ask: Ask, { heldBy }: Pick<ReturnType<typeof balanceReadings>, "heldBy">) => {
  /** The gateway's list takes no version, so it is dated by the ledger's state read just before. */
  const presentHolders = Effect.fn("holderReadings.presentHolders")(function* (resource: ResourceAddress) {
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
    /** All present holders; with `at`, those who held it then among present holders and candidates. */
    holders: Effect.fn("holderReadings.holders")(function* (
      resource: ResourceAddress,
      { at, candidates = [] }: HolderOptions = {}
    ) {
      const present = yield* presentHolders(resource)
      if (at === undefined) return present satisfies Holders
      const addresses = [...present.holders.map(({ address }) => address), ...candidates]
      const { byAccount, time } = yield* heldBy(resource, addresses, at)
      const holders = [...byAccount].map(([address, amount]) => ({ address, amount }))
      return {
        time,
        holders: holders.filter(({ amount }) => isAbove(amount)).sort(largestFirst)
      } satisfies Holders
    })
  }
}
