/**
 * Renders a manifest as the text that wallets accept.
 *
 * Everything between quotes goes through `quote`, whatever its origin, so that no value can end its string early and
 * become an instruction.
 */
import { bytesToHex } from "@noble/hashes/utils.js"
import { formatAmount, formatDecimal, PRECISE_PLACES } from "../../amount"
import type { Instruction, Manifest, Term } from "../Manifest"

const SHORT: Readonly<Record<string, string>> = {
  '"': '\\"',
  "\\": "\\\\",
  "\b": "\\b",
  "\f": "\\f",
  "\n": "\\n",
  "\r": "\\r",
  "\t": "\\t"
}

const unit = (letter: string) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, "0")}`

/**
 * Escapes quotes, backslashes, control characters, and characters that could hide text from a reader (separators,
 * direction marks).
 */
export const quote = (text: string): string =>
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what must not get through
  `"${text.replace(/["\\\u0000-\u001f\u007f-\u009f\u200e\u200f\u2028-\u202e\u2066-\u2069]/g, (letter) => SHORT[letter] ?? unit(letter))}"`

const parts = (open: string, items: ReadonlyArray<string>, indent: string): string =>
  items.length === 0 ? `${open}()` : `${open}(\n${items.map((item) => `${indent}    ${item}`).join(",\n")}\n${indent})`

const term = (given: Term, indent: string): string => {
  const inner = `${indent}    `
  const each = (terms: ReadonlyArray<Term>) => terms.map((item) => term(item, inner))
  switch (given.kind) {
    case "Bool":
      return String(given.value)
    case "String":
      return quote(given.value)
    case "Bytes":
      return `Bytes("${bytesToHex(given.value)}")`
    case "Tuple":
      return parts("Tuple", each(given.fields), indent)
    case "Enum":
      return parts(`Enum<${given.variant}u8>`, each(given.fields), indent)
    case "Array":
      return parts(`Array<${given.of}>`, each(given.items), indent)
    case "Map":
      return parts(
        `Map<${given.from}, ${given.to}>`,
        given.entries.map(([key, item]) => `${term(key, inner)} => ${term(item, inner)}`),
        indent
      )
    case "Address":
      return `Address(${quote(given.address)})`
    case "NamedAddress":
    case "Bucket":
    case "Proof":
    case "AddressReservation":
    case "NamedIntent":
      return `${given.kind}(${quote(given.name)})`
    case "Intent":
    case "Blob":
      return `${given.kind}(${quote(given.hash)})`
    case "Expression":
    case "NonFungibleLocalId":
      return `${given.kind}(${quote(given.value)})`
    case "NonFungibleGlobalId":
      return `NonFungibleGlobalId(${quote(`${given.resource}:${given.id}`)})`
    case "Decimal":
      return `Decimal("${formatAmount(given.value)}")`
    case "PreciseDecimal":
      return `PreciseDecimal("${formatDecimal(given.value, PRECISE_PLACES)}")`
    default:
      return `${given.value}${given.kind.toLowerCase()}`
  }
}

const instruction = ({ args, name }: Instruction): string =>
  `${[name, ...args.map((arg) => `    ${term(arg, "    ")}`)].join("\n")}\n;\n`

export const renderManifest = ({ instructions }: Manifest): string => instructions.map(instruction).join("")
