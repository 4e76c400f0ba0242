/** Queries for entities: metadata, owners and resources. */
import { Effect, Either, Option, Schema } from "effect"
import { type MetadataItems, ownerKeysIn } from "~/connector/index"
import type { AccountAddress, ResourceAddress } from "~/effects/base/addresses/addresses"
import { GatewayDown } from "~/effects/base/failures/failures"
import { type Ask, atVersion, type LedgerRefused, timeOf, UnknownOnLedger, unasked } from "./asking.server"
import type {
  AtVersion,
  Entities,
  Entity,
  EntityMetadata,
  ItemLocations,
  ItemsHeld,
  LedgerNow,
  OwnerKeys,
  Resource,
  Timed
} from "./facts"
import { textIn } from "./metadata"
import { allPages, inBatches } from "./paging.server"
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
    itemsHeld: Effect.fn("entityReadings.itemsHeld")(function* (
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
    itemLocations: Effect.fn("entityReadings.itemLocations")(function* (
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

export interface EntityOptions {
  readonly at?: AtVersion
  /** Metadata keys that are fetched even if they are not on the first page. */
  readonly metadata?: ReadonlyArray<string>
}

type Item = (typeof Reply.DetailsReply.Type)["items"][number]
interface Found extends Timed {
  readonly items: ReadonlyArray<Item>
}

const readDetails = Schema.decodeUnknownOption(Reply.DetailsOf)

const metadataMap = (...pages: ReadonlyArray<typeof MetadataItems.Type | null | undefined>) =>
  new Map(pages.flatMap((page) => page?.items ?? []).map(({ key, value }) => [key, value.typed] as const))

const entityOf = ({ address, details, explicit_metadata, metadata }: Item): Entity => ({
  address,
  metadata: metadataMap(metadata, explicit_metadata),
  details: readDetails(details)
})

/** None if the entity is not a resource. */
const resourceOf = ({ details, metadata }: Entity): Option.Option<Omit<Resource, "address" | "time">> =>
  Option.flatMap(details, (described) =>
    described.type === "Component"
      ? Option.none()
      : Option.some({
          isFungible: described.type === "FungibleResource",
          divisibility: described.type === "FungibleResource" ? described.divisibility : 0,
          totalSupply: described.total_supply,
          name: textIn(metadata, "name"),
          symbol: textIn(metadata, "symbol"),
          iconUrl: textIn(metadata, "icon_url")
        })
  )

const NAMED = ["name", "symbol", "icon_url"]

/** Details of any number of entities at one version; other queries build on it. */
const makeDetails = (ask: Ask) => {
  const currentState = Effect.fn("entityReadings.currentState")(function* () {
    const reply = yield* unasked(ask("/transaction/construction", {}, Reply.ConstructionReply))
    return { time: timeOf(reply), epoch: reply.ledger_state.epoch } satisfies LedgerNow
  })

  const page = (addresses: ReadonlyArray<string>, { at, metadata = [] }: EntityOptions) => {
    const opt_ins = { dapp_two_way_links: true, native_resource_details: true, explicit_metadata: metadata }
    const body = { addresses, aggregation_level: "Global", opt_ins, ...atVersion(at) }
    return ask("/state/entity/details", body, Reply.DetailsReply, addresses.join(", "))
  }

  /** One unknown address fails the whole call, so it is found by bisection and left out. */
  const found = (
    addresses: ReadonlyArray<string>,
    options: EntityOptions
  ): Effect.Effect<Found, GatewayDown | LedgerRefused> =>
    page(addresses, options).pipe(
      Effect.map((reply) => ({ time: timeOf(reply), items: reply.items })),
      Effect.catchTag("UnknownOnLedger", () => {
        if (addresses.length < 2) return Effect.map(currentState(), ({ time }) => ({ time, items: [] }))
        const half = Math.ceil(addresses.length / 2)
        return Effect.zipWith(
          found(addresses.slice(0, half), options),
          found(addresses.slice(half), options),
          (one, other) => ({ time: one.time, items: [...one.items, ...other.items] })
        )
      })
    )

  const entityDetails = Effect.fn("entityReadings.entityDetails")(function* (
    addresses: ReadonlyArray<string>,
    options: EntityOptions = {}
  ) {
    const parts = yield* inBatches(addresses, options.at, (batch, at) => found(batch, { ...options, at }))
    const time = parts[0]?.time ?? (yield* currentState()).time
    const items = parts.flatMap((part) => part.items)
    return { time, byAddress: new Map(items.map((item) => [item.address, entityOf(item)])) } satisfies Entities
  })

  return { currentState, page, entityDetails }
}

/** @param ask calls the gateway with one question. */
export const entityReadings = (ask: Ask) => {
  const { currentState, entityDetails, page } = makeDetails(ask)
  return {
    /** The current state of the ledger. */
    currentState,
    /** Any number of addresses, all at one version. */
    entityDetails,

    /** All metadata, page by page. */
    metadata: Effect.fn("entityReadings.metadata")(function* (address: string, at?: number) {
      const { pages, time } = yield* allPages(at, (more) =>
        ask("/state/entity/page/metadata", { address, limit_per_page: 100, ...more }, Reply.MetadataReply, address)
      )
      return { time, metadata: metadataMap(...pages) } satisfies EntityMetadata
    }),

    /** Owner keys of an account or persona. Fails if the response is ambiguous. */
    ownerKeys: Effect.fn("entityReadings.ownerKeys")(function* (address: string, at?: number) {
      const reply = yield* page([address], { at, metadata: ["owner_keys"] })
      const keys = ownerKeysIn(reply.items.find((item) => item.address === address))
      if (Either.isLeft(keys)) return yield* new GatewayDown({ cause: keys.left })
      return { time: timeOf(reply), keys: keys.right } satisfies OwnerKeys
    }),

    /** Name, symbol and divisibility of a resource. */
    resource: Effect.fn("entityReadings.resource")(function* (address: ResourceAddress, at?: number) {
      const { byAddress, time } = yield* entityDetails([address], { at, metadata: NAMED })
      const described = Option.flatMap(Option.fromNullable(byAddress.get(address)), resourceOf)
      if (Option.isNone(described)) return yield* new UnknownOnLedger({ what: address })
      return { time, address, ...described.value } satisfies Resource
    })
  }
}
