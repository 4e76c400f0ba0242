/** Balances of an address as the gateway lists them: by resource, or by vault. */
import { Effect } from "effect"
import { NETWORK_ID } from "~/effects/base/settings/networks"
import { ENTITY, formatAmount, readAddress, vaultAddress } from "~/ledger/index"
import type { Found, View } from "./view.server"

export type Aggregation = "Global" | "Vault"

/** One balance, with its holder and resource. */
export interface Holding extends Found<"balance"> {
  readonly holder: string
  readonly resource: string
  readonly isFungible: boolean
}

const isFungible = (resource: string) => {
  const bytes = readAddress(resource, NETWORK_ID)
  return bytes._tag === "Right" && bytes.right[0] === ENTITY.fungible
}

const holdingOf = (found: Found<"balance">): Holding => {
  const cut = found.id.lastIndexOf("/")
  const resource = found.id.slice(cut + 1)
  return { ...found, holder: found.id.slice(0, cut), resource, isFungible: isFungible(resource) }
}

/** Balances of one holder; what a locker holds for others has a holder of its own. */
export const holdingsOf = (view: View, holder: string) =>
  Effect.map(view.list("balance", `${holder}/`), (rows) =>
    rows.map(holdingOf).filter((holding) => holding.holder === holder)
  )

export const holdingsOfResource = (view: View, resource: string) =>
  Effect.map(view.list("balance", ""), (rows) => rows.map(holdingOf).filter((holding) => holding.resource === resource))

export const vaultOf = ({ holder, resource }: Holding) => vaultAddress(holder, resource, NETWORK_ID)

export const idsOf = ({ row }: Holding) => row.ids ?? []

export const fungibleItem = (holding: Holding, aggregation: Aggregation) => {
  const amount = formatAmount(holding.row.amount)
  const last_updated_at_state_version = holding.version
  const common = { aggregation_level: aggregation, resource_address: holding.resource }
  return aggregation === "Global"
    ? { ...common, amount, last_updated_at_state_version }
    : {
        ...common,
        vaults: {
          total_count: 1,
          items: [{ vault_address: vaultOf(holding), amount, last_updated_at_state_version }]
        }
      }
}

export const nonFungibleItem = (holding: Holding, aggregation: Aggregation, withIds: boolean) => {
  const ids = idsOf(holding)
  const last_updated_at_state_version = holding.version
  const common = { aggregation_level: aggregation, resource_address: holding.resource }
  return aggregation === "Global"
    ? { ...common, amount: ids.length, last_updated_at_state_version }
    : {
        ...common,
        vaults: {
          total_count: 1,
          items: [
            {
              vault_address: vaultOf(holding),
              total_count: ids.length,
              last_updated_at_state_version,
              ...(withIds ? { items: ids.slice(0, 100) } : {})
            }
          ]
        }
      }
}
