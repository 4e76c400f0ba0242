/** Operands of instructions: what each kind accepts, and the value it compiles to, if any. */
import { ENTITY, isInternal, isResource, isVault } from "../entities"
import { kindOf, type Value } from "../sbor/Value"
import type { Operand } from "./instructions"
import type { Position, Term } from "./Manifest"
import type { Names } from "./names"
import { Misplaced } from "./text/lex"
import { addressBytes, placeOf, toValue } from "./toValue"

interface Scope {
  readonly names: Names
  readonly networkId: number
}

const wrong = (term: Term, wanted: string) => new Misplaced(placeOf(term), `expected ${wanted}, found ${term.kind}`)

const address = (term: Term, scope: Scope, accepts: (entity: number | undefined) => boolean, wanted: string): Value => {
  if (term.kind !== "Address") throw wrong(term, wanted)
  const value = addressBytes(term.address, scope.networkId, placeOf(term))
  if (!accepts(value[0])) throw new Misplaced(placeOf(term), `expected ${wanted}`)
  return { kind: "Address", value }
}

/** Any term whose value has this kind. */
const plain = (term: Term, scope: Scope, kind: string, wanted: string): Value => {
  const value = toValue(term, scope.names, scope.networkId)
  if (kindOf(value) !== kind) throw wrong(term, wanted)
  return value
}

const IDS_OF = "an array of NonFungibleLocalId"

const ids = (term: Term, scope: Scope): Value => {
  const value = plain(term, scope, "Array", IDS_OF)
  if (value.kind !== "Array" || value.of !== "NonFungibleLocalId")
    throw new Misplaced(placeOf(term), `expected ${IDS_OF}`)
  return value
}

const constraints = (term: Term, scope: Scope): Value => {
  const value = plain(term, scope, "Map", "a map from Address to Enum")
  if (value.kind !== "Map" || value.from !== "Address" || value.to !== "Enum") {
    throw new Misplaced(placeOf(term), "expected a map from Address to Enum")
  }
  for (const [key] of value.entries) {
    if (key.kind !== "Address" || !isResource(key.value[0]))
      throw new Misplaced(placeOf(term), "expected resources only")
  }
  for (const [, item] of value.entries) checkConstraint(item, placeOf(term))
  return value
}

const isEnum = (value: Value | undefined, number: number, ...fields: ReadonlyArray<string>): boolean =>
  value?.kind === "Enum" &&
  value.variant === number &&
  value.fields.length === fields.length &&
  value.fields.every((field, index) => nameOf(field) === fields[index])

/** Kind of a value, with that of its items. */
const nameOf = (value: Value): string => (value.kind === "Array" ? `Array<${value.of}>` : value.kind)

const IDS = "Array<NonFungibleLocalId>"

const isGeneral = (value: Value): boolean => {
  if (!isEnum(value, 5, "Tuple")) return false
  const [bounds] = value.kind === "Enum" ? value.fields : []
  const [required, lower, upper, allowed, ...others] = bounds?.kind === "Tuple" ? bounds.fields : []
  return (
    required !== undefined &&
    nameOf(required) === IDS &&
    (isEnum(lower, 0) || isEnum(lower, 1, "Decimal")) &&
    (isEnum(upper, 0, "Decimal") || isEnum(upper, 1)) &&
    (isEnum(allowed, 0, IDS) || isEnum(allowed, 1)) &&
    others.length === 0
  )
}

/** The six constraints of the ledger, as `ResourceConstraint` of `text/enums.ts` numbers them. */
const checkConstraint = (value: Value, at: Position) => {
  const isKnown =
    isEnum(value, 0) ||
    isEnum(value, 1, "Decimal") ||
    isEnum(value, 2, "Decimal") ||
    isEnum(value, 3, IDS) ||
    isEnum(value, 4, IDS) ||
    isGeneral(value)
  if (!isKnown) throw new Misplaced(at, "no such resource constraint")
}

const named = (
  term: Term,
  kind: "Bucket" | "Proof" | "AddressReservation" | "NamedAddress" | "NamedIntent"
): string => {
  if (term.kind !== kind) throw wrong(term, kind)
  return term.name
}

/** Undefined for operands that only bind a name. Throws `Misplaced`. */
export const operandValue = (operand: Operand, term: Term, scope: Scope): Value | undefined => {
  const at = placeOf(term)
  const { names } = scope
  switch (operand) {
    case "resource":
      return address(term, scope, isResource, "the address of a resource")
    case "package":
      return address(term, scope, (entity) => entity === ENTITY.package, "the address of a package")
    case "calledPackage":
      return term.kind === "NamedAddress"
        ? toValue(term, names, scope.networkId)
        : address(term, scope, (entity) => entity === ENTITY.package, "the address of a package")
    case "vault":
      return address(term, scope, isVault, "the address of a vault")
    case "global":
      return term.kind === "NamedAddress"
        ? toValue(term, names, scope.networkId)
        : address(term, scope, (entity) => !isInternal(entity), "the address of a global entity")
    case "amount":
      return plain(term, scope, "Decimal", "Decimal")
    case "ids":
      return ids(term, scope)
    case "text":
      return plain(term, scope, "String", "a string")
    case "constraint": {
      const value = plain(term, scope, "Enum", "a resource constraint")
      checkConstraint(value, at)
      return value
    }
    case "constraints":
      return constraints(term, scope)
    case "rule":
      return plain(term, scope, "Enum", "an access rule")
    case "bucket":
      return { kind: "Bucket", id: names.spend("Bucket", named(term, "Bucket"), at) }
    case "bucketRef":
      return { kind: "Bucket", id: names.use("Bucket", named(term, "Bucket"), at) }
    case "proof":
      return { kind: "Proof", id: names.spend("Proof", named(term, "Proof"), at) }
    case "proofRef":
      return { kind: "Proof", id: names.use("Proof", named(term, "Proof"), at) }
    case "child":
      return { kind: "U32", value: names.use("NamedIntent", named(term, "NamedIntent"), at) }
    case "newBucket":
      return void names.bind("Bucket", named(term, "Bucket"), at)
    case "newProof":
      return void names.bind("Proof", named(term, "Proof"), at)
    case "newReservation":
      return void names.bind("AddressReservation", named(term, "AddressReservation"), at)
    case "newNamedAddress":
      return void names.bind("NamedAddress", named(term, "NamedAddress"), at)
  }
}
