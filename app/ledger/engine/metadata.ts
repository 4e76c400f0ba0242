/** Metadata: names, links and idempotency keys. A locked key never changes again. */
import { bytesToHex } from "@noble/hashes/utils.js"
import { Either } from "effect"
import { METADATA_ARRAY, METADATA_KINDS } from "../manifest/text/enums"
import type { Value } from "../sbor/Value"
import { writePayload } from "../sbor/write"
import type { Args } from "./Args"
import { Abort, notInSubset } from "./abort"
import type { AuthZone } from "./auth/Proof"
import { lockOwner, requireRole, setOwner, setRole } from "./auth/roles"
import type { Frame } from "./Frame"
import type { World } from "./World"

const MAX_KEY = 100 // docs/ledger.md
const MAX_VALUE = 4096
const MAX_URL = 1024

const URL_FORM = /^https?:\/\/[^\s"<>\\^`{|}]+$/
const ORIGIN_FORM = /^https?:\/\/[A-Za-z0-9.-]+(?::\d{1,5})?$/

const checkText = (kind: string | undefined, value: Value) => {
  if ((kind !== "Url" && kind !== "Origin") || value.kind !== "String") return
  const form = kind === "Url" ? URL_FORM : ORIGIN_FORM
  if (value.value.length > MAX_URL || !form.test(value.value)) throw new Abort(`no ${kind}: ${value.value}`)
}

/** Replaces named addresses by the addresses they stand for. */
const resolved = (value: Value, frame: Frame): Value => {
  const inner = (item: Value) => resolved(item, frame)
  switch (value.kind) {
    case "NamedAddress":
      return { kind: "Address", value: frame.bytesOf(value) }
    case "Array":
      return { ...value, items: value.items.map(inner) }
    case "Tuple":
      return { ...value, fields: value.fields.map(inner) }
    case "Enum":
      return { ...value, fields: value.fields.map(inner) }
    default:
      return value
  }
}

/** The value in its stored form, after the ledger's checks. */
const metadataHex = (value: Value, frame: Frame): string => {
  if (value.kind !== "Enum" || value.fields.length !== 1) throw new Abort("no metadata value")
  const isArray = value.variant >= METADATA_ARRAY
  const kind = METADATA_KINDS[isArray ? value.variant - METADATA_ARRAY : value.variant]
  const [inner] = value.fields
  if (kind === undefined || inner === undefined) throw new Abort("no metadata value")
  if (isArray !== (inner.kind === "Array" || inner.kind === "Bytes")) throw new Abort("no metadata value")
  for (const item of inner.kind === "Array" ? inner.items : [inner]) checkText(kind, item)
  const bytes = Either.getOrThrowWith(writePayload(resolved(value, frame)), ({ message }) => new Abort(message))
  if (bytes.length > MAX_VALUE) throw new Abort(`a metadata value has at most ${MAX_VALUE} bytes`)
  return bytesToHex(bytes)
}

const write = (world: World, address: string, key: string, value: string | null, isLocked: boolean) => {
  if (key.length > MAX_KEY) throw new Abort(`a metadata key has at most ${MAX_KEY} characters`)
  world.draft.set("metadata", `${address}/${key}`, { value, isLocked })
}

/** Metadata at creation: key → (optional value, locked), followed by the roles of the metadata. */
export const initialMetadata = (args: Args, address: string) => {
  const inner = args.tuple()
  const entries = inner.entries(
    (key) => key.text(),
    (item) => {
      const fields = item.tuple()
      const value = fields.option((some) => metadataHex(some.any(), some.frame))
      return { value: value ?? null, isLocked: fields.bool() }
    }
  )
  for (const [key, { isLocked, value }] of entries) write(args.frame.world, address, key, value, isLocked)
  const roles = inner.entries(
    (key) => key.text(),
    (item) => item.any()
  )
  if (roles.length > 0) throw notInSubset("roles of metadata at creation")
  inner.end()
}

const current = (world: World, address: string, key: string, zone: AuthZone, role: string) => {
  requireRole(world.entity(address), role, zone, `metadata of ${address}`)
  const row = world.draft.get("metadata", `${address}/${key}`)
  if (row?.isLocked === true) throw new Abort(`the metadata key ${key} of ${address} is locked`)
  return row
}

export const metadataMethod = (method: string, address: string, args: Args, zone: AuthZone) => {
  const { world } = args.frame
  const key = args.text()
  switch (method) {
    case "set": {
      current(world, address, key, zone, "metadata_setter")
      const value = metadataHex(args.any(), args.frame)
      args.end()
      write(world, address, key, value, false)
      return world.emit({ name: "SetMetadataEvent", emitter: address })
    }
    case "remove":
      current(world, address, key, zone, "metadata_setter")
      args.end()
      write(world, address, key, null, false)
      return world.emit({ name: "RemoveMetadataEvent", emitter: address })
    case "lock": {
      const row = current(world, address, key, zone, "metadata_locker")
      args.end()
      return write(world, address, key, row?.value ?? null, true)
    }
    default:
      throw notInSubset(`the metadata method ${method}`)
  }
}

export const roleAssignmentMethod = (method: string, address: string, args: Args, zone: AuthZone) => {
  const { world } = args.frame
  switch (method) {
    case "set_owner": {
      const rule = args.rule()
      args.end()
      return setOwner(world, address, rule, zone)
    }
    case "lock_owner":
      args.end()
      return lockOwner(world, address, zone)
    case "set": {
      const [module, none] = args.variant()
      none.end()
      const role = args.text()
      const rule = args.rule()
      args.end()
      return setRole(world, address, module, role, rule, zone)
    }
    default:
      throw notInSubset(`the role assignment method ${method}`)
  }
}
