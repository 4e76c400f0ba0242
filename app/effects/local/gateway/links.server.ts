/**
 * Links that both sides confirm: an entity names its dApp, and the dApp's account claims the entity (docs/ledger.md).
 */
import { Effect, Option, Schema } from "effect"
import type { RowOf } from "~/ledger/index"
import { metadataOf, type Site } from "./entities.server"
import type { View } from "./view.server"

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

export const twoWayLinks = (view: View, site: Site, address: string, entity: RowOf<"entity">) =>
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
