/**
 * Decompiles the instructions of a transaction to a manifest tree. Buckets and other names are numbered; compiling the
 * result gives the same bytes.
 */
import { bytesToHex } from "@noble/hashes/utils.js"
import { Either, Option } from "effect"
import { ENTITY, wellKnownBytes, writeAddress } from "../entities"
import { TransactionError } from "../errors"
import { writeHash } from "../hash"
import type { EnumOf, Value } from "../sbor/Value"
import {
  CORE,
  type Core,
  type CoreName,
  FUNCTIONS,
  type FunctionName,
  type InstructionName,
  METHODS,
  type MethodName,
  type Operand
} from "./instructions"
import type { Instruction, Manifest, Term } from "./Manifest"

export interface DecompileOptions {
  readonly networkId: number
  readonly children: ReadonlyArray<Uint8Array>
}

class Undecompilable extends Error {}

const BY_BYTE: ReadonlyMap<number, CoreName> = new Map(
  (Object.keys(CORE) as ReadonlyArray<CoreName>).map((name) => [CORE[name].byte, name])
)
const KIND_NAMES = {
  Bucket: "bucket",
  Proof: "proof",
  AddressReservation: "reservation",
  NamedAddress: "address"
} as const
const NEW: Partial<Record<Operand, keyof typeof KIND_NAMES>> = {
  newBucket: "Bucket",
  newProof: "Proof",
  newReservation: "AddressReservation",
  newNamedAddress: "NamedAddress"
}

const sameBytes = (one: Uint8Array, other: Uint8Array) => bytesToHex(one) === bytesToHex(other)

const methodName = (through: CoreName, callee: Value | undefined, method: string): MethodName | undefined => {
  const entity = callee?.kind === "Address" ? callee.value[0] : undefined
  if (through === "CALL_METHOD") {
    if (method === "mint" && entity === ENTITY.fungible) return "MINT_FUNGIBLE"
    if (entity !== ENTITY.nonFungible) return undefined
    return method === "mint" ? "MINT_NON_FUNGIBLE" : method === "mint_ruid" ? "MINT_RUID_NON_FUNGIBLE" : undefined
  }
  return (Object.keys(METHODS) as ReadonlyArray<MethodName>).find(
    (name) => METHODS[name].through === through && METHODS[name].method === method
  )
}

const functionName = (where: Value | undefined, blueprint: string, name: string): FunctionName | undefined =>
  (Object.keys(FUNCTIONS) as ReadonlyArray<FunctionName>).find((candidate) => {
    const call = FUNCTIONS[candidate]
    return (
      call.blueprint === blueprint &&
      call.function === name &&
      where?.kind === "Address" &&
      sameBytes(where.value, wellKnownBytes(call.package))
    )
  })

const textOf = (value: Value | undefined): string => (value?.kind === "String" ? value.value : "")

class Decompiler {
  private readonly counts = { Bucket: 0, Proof: 0, AddressReservation: 0, NamedAddress: 0 }
  constructor(private readonly networkId: number) {}

  private fresh(kind: keyof typeof KIND_NAMES): Term {
    this.counts[kind] += 1
    return { kind, name: `${KIND_NAMES[kind]}${this.counts[kind]}` }
  }

  term = (value: Value): Term => {
    switch (value.kind) {
      case "Address":
        return Option.match(writeAddress(value.value, this.networkId), {
          onNone: () => {
            throw new Undecompilable("an address names no known entity")
          },
          onSome: (address): Term => ({ kind: "Address", address })
        })
      case "NamedAddress":
      case "Bucket":
      case "Proof":
      case "AddressReservation":
        return { kind: value.kind, name: `${KIND_NAMES[value.kind]}${value.id + 1}` }
      case "Blob":
        return { kind: "Blob", hash: bytesToHex(value.value) }
      case "Tuple":
        return { kind: "Tuple", fields: value.fields.map(this.term) }
      case "Enum":
        return { kind: "Enum", variant: value.variant, fields: value.fields.map(this.term) }
      case "Array":
        return { kind: "Array", of: value.of, items: value.items.map(this.term) }
      case "Map":
        return { ...value, entries: value.entries.map(([key, item]) => [this.term(key), this.term(item)] as const) }
      default:
        return value
    }
  }

  private operand(operand: Operand, rest: Array<Value>): Term {
    const named = NEW[operand]
    if (named !== undefined) return this.fresh(named)
    const value = rest.shift()
    if (value === undefined) throw new Undecompilable("an instruction has too few operands")
    if (operand !== "child") return this.term(value)
    if (value.kind !== "U32") throw new Undecompilable("a child is named by its number")
    return { kind: "NamedIntent", name: `child${value.value + 1}` }
  }

  instruction(value: EnumOf<Value>): Instruction {
    const name = BY_BYTE.get(value.variant)
    if (name === undefined) throw new Undecompilable(`no such instruction: ${value.variant}`)
    const core: Core = CORE[name]
    const [first, second, third] = value.fields
    const rest = [...value.fields]
    const operands = core.operands.map((operand) => this.operand(operand, rest))
    const args = core.hasArguments ? rest.shift() : undefined
    if (rest.length > 0 || (core.hasArguments && args?.kind !== "Tuple")) {
      throw new Undecompilable(`${name} has other operands`)
    }
    const free = args?.kind === "Tuple" ? args.fields.map(this.term) : []
    const call = name === "CALL_FUNCTION" ? functionName(first, textOf(second), textOf(third)) : undefined
    if (call !== undefined) return { name: call, args: free }
    const method = methodName(name, first, textOf(second))
    return method === undefined
      ? { name: name satisfies InstructionName, args: [...operands, ...free] }
      : { name: method, args: [...operands.slice(0, 1), ...free] }
  }
}

export const decompile = (
  instructions: ReadonlyArray<EnumOf<Value>>,
  { children, networkId }: DecompileOptions
): Either.Either<Manifest, TransactionError> =>
  Either.try({
    try: () => {
      const decompiler = new Decompiler(networkId)
      const used = children.map((hash, index): Instruction => {
        const intent: Term = { kind: "Intent", hash: writeHash("subtxid", hash, networkId) }
        return { name: "USE_CHILD", args: [{ kind: "NamedIntent", name: `child${index + 1}` }, intent] }
      })
      return { instructions: [...used, ...instructions.map((value) => decompiler.instruction(value))] }
    },
    catch: (cause) => {
      if (cause instanceof Undecompilable) return new TransactionError({ message: cause.message })
      throw cause
    }
  })
