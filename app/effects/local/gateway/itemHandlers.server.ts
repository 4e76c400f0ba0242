/** The paths below /state/non-fungible: ids, data and owners. */
import { Effect, Option, Schema } from "effect"
import { NETWORK_ID } from "~/effects/base/settings/networks"
import { vaultAddress } from "~/ledger/index"
import { idTypeOf, requireResource } from "./entities.server"
import { PAGE, PageRequest, pageOf } from "./paging.server"
import { readRequest, unknownEntity } from "./refusal.server"
import { programmaticJson, rawHex, storedValue } from "./sbor.server"
import { AtLedgerState, type Found, type View, type Views } from "./view.server"

const OfResource = { resource_address: Schema.String, ...AtLedgerState }
const IdsRequest = Schema.Struct({ ...OfResource, ...PageRequest })
const ItemsRequest = Schema.Struct({
  ...OfResource,
  non_fungible_ids: Schema.Array(Schema.String).pipe(Schema.minItems(1), Schema.maxItems(PAGE))
})

const nonFungible = Effect.fn("itemHandlers.nonFungible")(function* (view: View, address: string) {
  const resource = yield* requireResource(view, address)
  return resource.blueprint === "NonFungibleResourceManager" ? resource : yield* unknownEntity(address)
})

/** Items that were ever minted; other ids are left out. */
const itemsOf = (view: View, resource: string, ids: ReadonlyArray<string>) =>
  Effect.map(
    Effect.forEach(ids, (id) =>
      Effect.map(
        view.find("item", `${resource}/${id}`),
        Option.map((found) => ({ ...found, id }))
      )
    ),
    (found) => found.flatMap(Option.toArray)
  )

type Item = Found<"item">

/** The data of an item; a burned one has none. */
const dataJson = ({ id, row: { data, holder }, version }: Item, names: ReadonlyArray<string>) => {
  const value = storedValue(data)
  return {
    is_burned: holder === null,
    non_fungible_id: id,
    ...(holder === null ? {} : { data: { raw_hex: rawHex(value), programmatic_json: programmaticJson(value, names) } }),
    last_updated_at_state_version: version
  }
}

const locationJson = ({ id, row: { holder }, version }: Item, resource: string) => {
  // What a locker holds for an account is inside the locker.
  const owner = holder?.split("/")[0]
  return {
    non_fungible_id: id,
    is_burned: holder === null,
    ...(holder === null
      ? {}
      : {
          owning_vault_address: vaultAddress(holder, resource, NETWORK_ID),
          owning_vault_parent_ancestor_address: owner,
          owning_vault_global_ancestor_address: owner
        }),
    last_updated_at_state_version: version
  }
}

export const itemHandlers = (views: Views) => ({
  "state/non-fungible/ids": Effect.fn("itemHandlers.ids")(function* (body: unknown) {
    const asked = yield* readRequest(IdsRequest, body)
    const view = yield* views.at(asked.at_ledger_state)
    const { resource_address } = asked
    yield* nonFungible(view, resource_address)
    const all = yield* view.list("item", `${resource_address}/`)
    const ids = all.map(({ id }) => id.slice(resource_address.length + 1))
    return { ledger_state: view.ledger_state, resource_address, non_fungible_ids: yield* pageOf(ids, asked) }
  }),

  "state/non-fungible/data": Effect.fn("itemHandlers.data")(function* (body: unknown) {
    const asked = yield* readRequest(ItemsRequest, body)
    const view = yield* views.at(asked.at_ledger_state)
    const resource = yield* nonFungible(view, asked.resource_address)
    const names = resource.fields.map(({ name }) => name)
    const found = yield* itemsOf(view, asked.resource_address, asked.non_fungible_ids)
    return {
      ledger_state: view.ledger_state,
      resource_address: asked.resource_address,
      non_fungible_id_type: idTypeOf(resource),
      non_fungible_ids: found.map((item) => dataJson(item, names))
    }
  }),

  "state/non-fungible/location": Effect.fn("itemHandlers.location")(function* (body: unknown) {
    const asked = yield* readRequest(ItemsRequest, body)
    const view = yield* views.at(asked.at_ledger_state)
    yield* nonFungible(view, asked.resource_address)
    const found = yield* itemsOf(view, asked.resource_address, asked.non_fungible_ids)
    return {
      ledger_state: view.ledger_state,
      resource_address: asked.resource_address,
      non_fungible_ids: found.map((item) => locationJson(item, asked.resource_address))
    }
  })
})
