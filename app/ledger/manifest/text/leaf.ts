/** Values without parts in a manifest's text: numbers with their type, and words around one string. */
import { hexToBytes } from "@noble/hashes/utils.js"
import { Option } from "effect"
import { PRECISE_PLACES, parseAmount } from "../../amount"
import { localIdType } from "../../sbor/localId"
import type { BigInteger, SmallInteger } from "../../sbor/Value"
import type { Node, Position } from "../Manifest"
import { Misplaced, type Token } from "./lex"

const INTEGER = /^(-?\d+)(u8|u16|u32|u64|u128|i8|i16|i32|i64|i128)$/

/** Throws `Misplaced`. */
export const integer = ({ at, text }: Token): Node => {
  const [, digits = "", suffix = ""] = INTEGER.exec(text) ?? []
  if (suffix === "") throw new Misplaced(at, `a number needs its type, as in ${/^-?\d+/.exec(text)?.[0] ?? "1"}u32`)
  const bits = Number(suffix.slice(1))
  const value = BigInt(digits)
  const fitting = suffix.startsWith("i") ? BigInt.asIntN(bits, value) : BigInt.asUintN(bits, value)
  if (fitting !== value) throw new Misplaced(at, `${digits} does not fit ${suffix}`)
  const kind = suffix.toUpperCase()
  return bits > 32 ? { kind: kind as BigInteger, value } : { kind: kind as SmallInteger, value: Number(value) } // listed in the pattern
}

/** Addresses and hashes may be written in capitals altogether (BIP-350), but not in both. */
const lowered = (text: string): string => (text === text.toUpperCase() ? text.toLowerCase() : text)

/** Hex digits of a local id may be capitals. */
const localId = (text: string): string => (/^[[{]/.test(text) ? text.toLowerCase() : text)

/** Nodes written as a word and one string. Throws `Misplaced`; undefined if no value has that word. */
export const fromString = (word: string, text: string, at: Position): Node | undefined => {
  switch (word) {
    case "Address":
      return { kind: word, address: lowered(text) }
    case "NamedAddress":
    case "Bucket":
    case "Proof":
    case "AddressReservation":
    case "NamedIntent":
      return { kind: word, name: text }
    case "Intent":
      return { kind: word, hash: lowered(text) }
    case "Blob":
      return { kind: word, hash: text }
    case "Bytes":
      if (!/^(?:[0-9a-fA-F]{2})*$/.test(text)) throw new Misplaced(at, "these are not hex digits")
      return { kind: word, value: hexToBytes(text) }
    case "Expression":
      if (text !== "ENTIRE_WORKTOP" && text !== "ENTIRE_AUTH_ZONE") throw new Misplaced(at, "no such expression")
      return { kind: word, value: text }
    case "Decimal":
    case "PreciseDecimal": {
      const value = parseAmount(text, word === "Decimal" ? undefined : PRECISE_PLACES)
      if (value === null) throw new Misplaced(at, `${JSON.stringify(text)} is not a valid ${word}`)
      return { kind: word, value }
    }
    case "NonFungibleLocalId":
      if (Option.isNone(localIdType(localId(text)))) {
        throw new Misplaced(at, `${JSON.stringify(text)} is not a local id`)
      }
      return { kind: word, value: localId(text) }
    case "NonFungibleGlobalId": {
      const colon = text.indexOf(":")
      const id = localId(text.slice(colon + 1))
      if (colon < 0 || Option.isNone(localIdType(id))) throw new Misplaced(at, "no global id of a non-fungible")
      return { kind: word, resource: lowered(text.slice(0, colon)), id }
    }
    default:
      return undefined
  }
}
