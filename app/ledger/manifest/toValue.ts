/** Converts nodes of a manifest to values: addresses to bytes, names to the numbers they were bound to. */
import { hexToBytes } from "@noble/hashes/utils.js"
import { Either } from "effect"
import { isResource, readAddress } from "../entities"
import { kindOf, type Value } from "../sbor/Value"
import type { Position, Term } from "./Manifest"
import type { Names } from "./names"
import { Misplaced } from "./text/lex"

const NOWHERE: Position = { line: 0, column: 0 }
export const placeOf = (term: { readonly at?: Position }): Position => term.at ?? NOWHERE

const BLOB_HEX = /^[0-9a-fA-F]{64}$/

export const addressBytes = (text: string, networkId: number, at: Position): Uint8Array =>
  Either.getOrElse(readAddress(text, networkId), (reason) => {
    throw new Misplaced(at, reason)
  })

/** A bucket, proof or reservation among the arguments moves to the callee, so each can be used only once. */
export const toValue = (term: Term, names: Names, networkId: number): Value => {
  const at = placeOf(term)
  const each = (terms: ReadonlyArray<Term>) => terms.map((inner) => toValue(inner, names, networkId))
  const ofKind = (value: Value, kind: string, inner: Term): Value => {
    if (kindOf(value) === kind) return value
    throw new Misplaced(placeOf(inner), `expected ${kind}, found ${inner.kind}`)
  }
  switch (term.kind) {
    case "Address":
      return { kind: "Address", value: addressBytes(term.address, networkId, at) }
    case "NamedAddress":
      return { kind: "NamedAddress", id: names.use("NamedAddress", term.name, at) }
    case "Bucket":
    case "Proof":
    case "AddressReservation":
      return { kind: term.kind, id: names.spend(term.kind, term.name, at) }
    case "NonFungibleGlobalId": {
      const resource = addressBytes(term.resource, networkId, at)
      if (!isResource(resource[0])) throw new Misplaced(at, "the global id of a non-fungible begins with a resource")
      return {
        kind: "Tuple",
        fields: [
          { kind: "Address", value: resource },
          { kind: "NonFungibleLocalId", value: term.id }
        ]
      }
    }
    case "Blob":
      if (!BLOB_HEX.test(term.hash)) throw new Misplaced(at, "a blob is named by 64 hex digits")
      return { kind: "Blob", value: hexToBytes(term.hash) }
    case "Intent":
    case "NamedIntent":
      throw new Misplaced(at, `${term.kind} is not a value`)
    case "Tuple":
      return { kind: "Tuple", fields: each(term.fields) }
    case "Enum":
      return { kind: "Enum", variant: term.variant, fields: each(term.fields) }
    case "Array":
      return {
        kind: "Array",
        of: term.of,
        items: term.items.map((item) => ofKind(toValue(item, names, networkId), term.of, item))
      }
    case "Map":
      return {
        kind: "Map",
        from: term.from,
        to: term.to,
        entries: term.entries.map(
          ([key, item]) =>
            [
              ofKind(toValue(key, names, networkId), term.from, key),
              ofKind(toValue(item, names, networkId), term.to, item)
            ] as const
        )
      }
    default: {
      const { at: _, ...value } = term
      return value
    }
  }
}
