/** Single non-fungibles: creating, changing their data, burning. */
import { bytesToHex, hexToBytes, utf8ToBytes } from "@noble/hashes/utils.js"
import { Either, Option } from "effect"
import { ONE } from "../../amount"
import { hash } from "../../hash"
import { LOCAL_ID_TYPES, type LocalIdType, localIdText, localIdType } from "../../sbor/localId"
import { readPayload } from "../../sbor/read"
import type { Value } from "../../sbor/Value"
import { writePayload } from "../../sbor/write"
import type { Args } from "../Args"
import { Abort, need } from "../abort"
import { requireRole } from "../auth/roles"
import type { World } from "../World"
import { checkData, checkField } from "./dataSchema"

const bytesOf = (value: Value): string =>
  bytesToHex(Either.getOrThrowWith(writePayload(value), ({ message }) => new Abort(message)))

export const idTypeOf = (args: Args): LocalIdType => {
  const [variant, inner] = args.variant()
  inner.end()
  return need(LOCAL_ID_TYPES[variant], "no such type of id")
}

const create = (world: World, resource: string, id: string, data: Value) => {
  const entity = world.entityOf(resource, "NonFungibleResourceManager")
  if (Option.getOrUndefined(localIdType(id)) !== entity.idType) throw new Abort(`${id} is not an id of ${resource}`)
  const key = `${resource}/${id}`
  // A burned id can never be used again.
  if (world.draft.get("item", key) !== undefined) throw new Abort(`${resource} ${id} exists already`)
  checkData(data, entity.fields)
  world.draft.set("item", key, { data: bytesOf(data), holder: null })
}

const grow = (world: World, resource: string, ids: ReadonlyArray<string>) => {
  const entity = world.entityOf(resource, "NonFungibleResourceManager")
  world.draft.set("entity", resource, { ...entity, supply: entity.supply + BigInt(ids.length) * ONE })
  world.emit({ name: "MintNonFungibleResourceEvent", emitter: resource, resource, ids })
}

/** Data is wrapped in a tuple. */
const dataOf = (args: Args): Value => {
  const outer = args.tuple()
  const data = outer.any()
  outer.end()
  return data
}

/** Reads id → data and creates each. */
export const createItems = (args: Args, resource: string): ReadonlyArray<string> => {
  const { world } = args.frame
  const entries = args.entries((key) => key.localId(), dataOf)
  for (const [id, data] of entries) create(world, resource, id, data)
  const ids = entries.map(([id]) => id)
  grow(world, resource, ids)
  return ids
}

/**
 * Ids that the ledger would draw at random; here they follow from the intent's hash, so that running it again gives the
 * same ids.
 */
export const createRuidItems = (args: Args, resource: string): ReadonlyArray<string> => {
  const { world } = args.frame
  if (world.entityOf(resource, "NonFungibleResourceManager").idType !== "ruid") {
    throw new Abort(`${resource} does not draw its ids`)
  }
  const ids = args.list(dataOf).map((data) => {
    const drawn = hash(world.intentHash, utf8ToBytes(`ruid ${world.nextCount()}`))
    const id = Option.getOrThrow(localIdText("ruid", drawn)) // 32 bytes always have this form
    create(world, resource, id, data)
    return id
  })
  grow(world, resource, ids)
  return ids
}

export const updateItem = (args: Args, resource: string) => {
  const { world, zone } = args.frame
  const entity = world.entityOf(resource, "NonFungibleResourceManager")
  requireRole(entity, "non_fungible_data_updater", zone, `changing data of ${resource}`)
  const id = args.localId()
  const name = args.text()
  const value = args.any()
  args.end()
  const key = `${resource}/${id}`
  const item = need(world.draft.get("item", key), `${resource} ${id} does not exist`)
  const at = entity.fields.findIndex((field) => field.name === name)
  const field = entity.fields[at]
  if (field?.isMutable !== true) throw new Abort(`the data field ${name} of ${resource} cannot change`)
  checkField(value, field)
  const data = Either.getOrThrow(readPayload(hexToBytes(item.data))) // written by `create`
  const fields = data.kind === "Tuple" ? data.fields.with(at, value) : []
  world.draft.set("item", key, { ...item, data: bytesOf({ kind: "Tuple", fields }) })
}
