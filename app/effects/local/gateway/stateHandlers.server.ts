/** The paths below /state/entity. */
import { Effect, Option, Schema } from "effect"
import type { RowOf } from "~/ledger/index"
import { detailsOf, metadataOf, requireEntity, type Site } from "./entities.server"
import { fungibleItem, holdingsOf, idsOf, nonFungibleItem, vaultOf } from "./holdings.server"
import { firstPage, PageRequest, pageOf } from "./paging.server"
import { maybe, readRequest, unknownEntity } from "./refusal.server"
import { AtLedgerState, type View, type Views } from "./view.server"

/** Links that both sides confirm: an entity names its dApp, and the dApp's account claims the entity (docs/ledger.md). */
const Named = Schema.Struct({
  value: Schema.Struct({
    typed: Schema.Union(
      Schema.Struct({ type: Schema.Literal("GlobalAddress"), value: Schema.String }),
      Schema.Struct({ type: Schema.Literal("GlobalAddressArray"), values: Schema.Array(Schema.String) })
    )
  })
})
const readNamed = Schema.decodeUnknownOption(Named)

/** Addresses under one key of an entity's metadata. */
const namedBy = (view: View, site: Site, address: string, key: string) =>
  Effect.map(metadataOf(view, site, address), (all) =>
    Option.match(readNamed(all.find((item) => item.key === key)), {
      onNone: (): ReadonlyArray<string> => [],
      onSome: ({ value: { typed } }) => ("values" in typed ? typed.values : [typed.value])
    })
  )

const twoWayLinks = (view: View, site: Site, address: string, entity: RowOf<"entity">) =>
  Effect.gen(function* () {
    const isResource =
      entity.blueprint === "FungibleResourceManager" || entity.blueprint === "NonFungibleResourceManager"
    const claims = (dApp: string, claimed: string) =>
      Effect.map(namedBy(view, site, dApp, "claimed_entities"), (all) => all.includes(claimed))
    const named = yield* namedBy(view, site, address, isResource ? "dapp_definitions" : "dapp_definition")
    const linked = yield* Effect.filter(named, (dApp) => claims(dApp, address))
    if (isResource) {
      return {
        two_way_linked_dapps: { items: linked.map((dapp_address) => ({ dapp_address })) }
      }
    }
    const [dApp] = linked
    return dApp === undefined ? {} : { two_way_linked_dapp_address: dApp }
  })

const MAX_ADDRESSES = 20

const Aggregated = { aggregation_level: maybe(Schema.Literal("Global", "Vault")) }
const OptIns = maybe(
  Schema.Struct({
    explicit_metadata: maybe(Schema.Array(Schema.String)),
    dapp_two_way_links: maybe(Schema.Boolean),
    non_fungible_include_nfids: maybe(Schema.Boolean)
  })
)
const DetailsRequest = Schema.Struct({
  addresses: Schema.Array(Schema.String).pipe(Schema.minItems(1), Schema.maxItems(MAX_ADDRESSES)),
  opt_ins: OptIns,
  ...Aggregated,
  ...AtLedgerState
})
const EntityPage = Schema.Struct({
  address: Schema.String,
  opt_ins: OptIns,
  ...Aggregated,
  ...PageRequest,
  ...AtLedgerState
})
const VaultIdsRequest = Schema.Struct({
  address: Schema.String,
  vault_address: Schema.String,
  resource_address: Schema.String,
  ...PageRequest,
  ...AtLedgerState
})

type Options = Pick<typeof EntityPage.Type, "aggregation_level" | "opt_ins">

/** Reads an entity and its balances, in the shape that the request asks for. */
const entityReader = (site: Site) => {
  /** Metadata that the caller named, of the entity or of each resource it holds. */
  const chosen = (view: View, address: string, keys: ReadonlyArray<string> | null | undefined) =>
    keys == null
      ? Effect.succeed({})
      : Effect.map(metadataOf(view, site, address), (all) => {
          const items = all.filter(({ key }) => keys.includes(key))
          return { explicit_metadata: { items, total_count: items.length } }
        })

  const fungibles = (view: View, address: string, { aggregation_level, opt_ins }: Options) =>
    Effect.flatMap(holdingsOf(view, address), (all) =>
      Effect.forEach(
        all.filter(({ isFungible }) => isFungible),
        (holding) =>
          Effect.map(chosen(view, holding.resource, opt_ins?.explicit_metadata), (extra) => ({
            ...fungibleItem(holding, aggregation_level ?? "Global"),
            ...extra
          }))
      )
    )

  const nonFungibles = (view: View, address: string, { aggregation_level, opt_ins }: Options) =>
    Effect.flatMap(holdingsOf(view, address), (all) =>
      Effect.forEach(
        all.filter(({ isFungible }) => !isFungible),
        (holding) =>
          Effect.map(chosen(view, holding.resource, opt_ins?.explicit_metadata), (extra) => ({
            ...nonFungibleItem(holding, aggregation_level ?? "Global", opt_ins?.non_fungible_include_nfids === true),
            ...extra
          }))
      )
    )

  const linksOf = (view: View, address: string, row: RowOf<"entity">, opt_ins: Options["opt_ins"]) =>
    opt_ins?.dapp_two_way_links === true ? twoWayLinks(view, site, address, row) : Effect.succeed({})

  const details = Effect.fn("stateHandlers.details")(function* (view: View, address: string, asked: Options) {
    const entity = yield* requireEntity(view, site, address)
    return {
      address,
      metadata: firstPage(yield* metadataOf(view, site, address)),
      ...(yield* chosen(view, address, asked.opt_ins?.explicit_metadata)),
      fungible_resources: firstPage(yield* fungibles(view, address, asked)),
      non_fungible_resources: firstPage(yield* nonFungibles(view, address, asked)),
      ...(yield* Option.match(entity, {
        onNone: () => Effect.succeed({}),
        onSome: (row) =>
          Effect.map(linksOf(view, address, row, asked.opt_ins), (links) => ({
            details: { ...detailsOf(row, address), ...links }
          }))
      }))
    }
  })

  return { details, fungibles, nonFungibles }
}

export const stateHandlers = (views: Views, site: Site) => {
  const { details, fungibles, nonFungibles } = entityReader(site)

  const page = <A>(list: (view: View, asked: typeof EntityPage.Type) => Effect.Effect<ReadonlyArray<A>>) =>
    Effect.fn("stateHandlers.entityPage")(function* (body: unknown) {
      const asked = yield* readRequest(EntityPage, body)
      const view = yield* views.at(asked.at_ledger_state)
      yield* requireEntity(view, site, asked.address)
      const items = yield* pageOf(yield* list(view, asked), asked)
      return { ledger_state: view.ledger_state, address: asked.address, ...items }
    })

  return {
    "state/entity/details": Effect.fn("stateHandlers.details")(function* (body: unknown) {
      const asked = yield* readRequest(DetailsRequest, body)
      const view = yield* views.at(asked.at_ledger_state)
      const items = yield* Effect.forEach(asked.addresses, (address) => details(view, address, asked))
      return { ledger_state: view.ledger_state, items }
    }),
    "state/entity/page/metadata": page((view, { address }) => metadataOf(view, site, address)),
    "state/entity/page/fungibles": page((view, asked) => fungibles(view, asked.address, asked)),
    "state/entity/page/non-fungibles": page((view, asked) => nonFungibles(view, asked.address, asked)),
    "state/entity/page/non-fungible-vault/ids": Effect.fn("stateHandlers.vaultIds")(function* (body: unknown) {
      const asked = yield* readRequest(VaultIdsRequest, body)
      const view = yield* views.at(asked.at_ledger_state)
      yield* requireEntity(view, site, asked.address)
      const all = yield* holdingsOf(view, asked.address)
      const holding = all.find((each) => each.resource === asked.resource_address && !each.isFungible)
      if (holding === undefined || vaultOf(holding) !== asked.vault_address) {
        return yield* unknownEntity(asked.vault_address)
      }
      const { address, resource_address } = asked
      const ids = yield* pageOf(idsOf(holding), asked)
      return { ledger_state: view.ledger_state, address, resource_address, ...ids }
    })
  }
}
