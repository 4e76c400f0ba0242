/** What lockers hold for accounts, and who holds a resource. */
import { Effect, Option, Order, Schema } from "effect"
import { claimHolder, formatAmount } from "~/ledger/index"
import { requireResource } from "./entities.server"
import { holdingsOf, holdingsOfResource, vaultOf } from "./holdings.server"
import { PAGE, PageRequest, pageOf } from "./paging.server"
import { readRequest, unknownLocker } from "./refusal.server"
import { AtLedgerState, type View, type Views } from "./view.server"

const Locker = { locker_address: Schema.String, account_address: Schema.String }
const VaultsRequest = Schema.Struct({ ...Locker, ...PageRequest, ...AtLedgerState })
const TouchedRequest = Schema.Struct({
  account_lockers: Schema.Array(Schema.Struct(Locker)).pipe(Schema.minItems(1), Schema.maxItems(PAGE)),
  ...AtLedgerState
})
const HoldersRequest = Schema.Struct({ resource_address: Schema.String, ...PageRequest })

const storedFor = Effect.fn("lockerHandlers.storedFor")(function* (view: View, locker: string, account: string) {
  const entity = yield* view.entity(locker)
  const isLocker = Option.exists(entity, ({ blueprint }) => blueprint === "AccountLocker")
  return isLocker ? yield* holdingsOf(view, claimHolder(locker, account)) : yield* unknownLocker(locker, account)
})

interface Held {
  readonly owner: string
  readonly amount: bigint
  readonly count: number
  readonly version: number
}

/** Amount of a resource per owner, over all vaults. What a locker holds for an account counts as the locker's. */
const largestFirst = (
  holdings: Effect.Effect.Success<ReturnType<typeof holdingsOfResource>>,
  isFungible: boolean
): ReadonlyArray<Held> => {
  const byOwner = new Map<string, Held>()
  for (const { holder, row, version } of holdings) {
    const owner = holder.split("/")[0] ?? holder
    const before = byOwner.get(owner)
    byOwner.set(owner, {
      owner,
      amount: (before?.amount ?? 0n) + row.amount,
      count: (before?.count ?? 0) + (row.ids?.length ?? 0),
      version: Math.max(before?.version ?? 0, version)
    })
  }
  const sizeOf = ({ amount, count }: Held) => (isFungible ? amount : BigInt(count))
  return [...byOwner.values()]
    .filter(({ amount, count }) => amount > 0n || count > 0)
    .sort(Order.reverse(Order.mapInput(Order.bigint, sizeOf)))
}

export const lockerHandlers = (views: Views) => ({
  "state/account-locker/page/vaults": Effect.fn("lockerHandlers.lockerVaults")(function* (body: unknown) {
    const asked = yield* readRequest(VaultsRequest, body)
    const view = yield* views.at(asked.at_ledger_state)
    const { account_address, locker_address } = asked
    const stored = yield* storedFor(view, locker_address, account_address)
    const items = stored.map((holding) => ({
      type: holding.isFungible ? "Fungible" : "NonFungible",
      resource_address: holding.resource,
      vault_address: vaultOf(holding),
      last_updated_at_state_version: holding.version,
      ...(holding.isFungible
        ? { amount: formatAmount(holding.row.amount) }
        : { total_count: holding.row.ids?.length ?? 0 })
    }))
    return { ledger_state: view.ledger_state, locker_address, account_address, ...(yield* pageOf(items, asked)) }
  }),

  "state/account-lockers/touched-at": Effect.fn("lockerHandlers.touchedAt")(function* (body: unknown) {
    const asked = yield* readRequest(TouchedRequest, body)
    const view = yield* views.at(asked.at_ledger_state)
    const items = yield* Effect.forEach(asked.account_lockers, ({ account_address, locker_address }) =>
      Effect.map(storedFor(view, locker_address, account_address), (stored) =>
        stored.length === 0
          ? []
          : [
              {
                locker_address,
                account_address,
                last_touched_at_state_version: Math.max(...stored.map(({ version }) => version))
              }
            ]
      )
    )
    return { ledger_state: view.ledger_state, items: items.flat() }
  }),

  /** The largest holders first, at the current version. */
  "extensions/resource-holders/page": Effect.fn("lockerHandlers.holders")(function* (body: unknown) {
    const asked = yield* readRequest(HoldersRequest, body)
    const view = yield* views.now
    const resource = yield* requireResource(view, asked.resource_address)
    const isFungible = resource.blueprint === "FungibleResourceManager"
    const held = yield* holdingsOfResource(view, asked.resource_address)
    const items = largestFirst(held, isFungible).map(({ amount, count, owner, version }) => ({
      type: isFungible ? "FungibleResource" : "NonFungibleResource",
      holder_address: owner,
      ...(isFungible ? { amount: formatAmount(amount) } : { non_fungible_ids_count: count }),
      last_updated_at_state_version: version
    }))
    return yield* pageOf(items, asked)
  })
})
