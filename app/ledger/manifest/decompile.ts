/**
 * Decompiles the instructions of a transaction to a manifest tree. Buckets and other names are numbered; compiling the
 * result gives the same bytes.
 */
import { bytesToHex } from "@noble/hashes/utils.js"
import { Either, Option } from "effect"
import { isResource, wellKnownBytes, writeAddress } from "../entities"
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
  type NativeMethod,
  type Operand
} from "./instructions"
import type { Instruction, Manifest, Term } from "./Manifest"

export interface DecompileOptions {
  readonly networkId: number
  readonly children: ReadonlyArray<Uint8Array>
  /** Writes global ids as the tuples that they stand for. */
  readonly idsAsTuples?: true | undefined
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
  const address = callee?.kind === "Address" ? callee.value : undefined
  return (Object.keys(METHODS) as ReadonlyArray<MethodName>).find((name) => {
    const known: NativeMethod = METHODS[name]
    if (known.through !== through || known.method !== method) return false
    if (known.on !== undefined && known.on !== address?.[0]) return false
    return known.callee === undefined || (address !== undefined && sameBytes(address, wellKnownBytes(known.callee)))
  })
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
  constructor(private readonly options: Omit<DecompileOptions, "children">) {}

  private fresh(kind: keyof typeof KIND_NAMES): Term {
    this.counts[kind] += 1
    return { kind, name: `${KIND_NAMES[kind]}${this.counts[kind]}` }
  }

  /** A resource and a local id together are written in their short form, as wallets show them. */
  private globalId([resource, id, ...others]: ReadonlyArray<Value>): Term | undefined {
    if (resource?.kind !== "Address" || id?.kind !== "NonFungibleLocalId" || others.length > 0) return undefined
    if (this.options.idsAsTuples || !isResource(resource.value[0])) return undefined
    const address = this.term(resource)
    return address.kind === "Address"
      ? { kind: "NonFungibleGlobalId", resource: address.address, id: id.value }
      : undefined
  }

  term = (value: Value): Term => {
    switch (value.kind) {
      case "Address":
        return Option.match(writeAddress(value.value, this.options.networkId), {
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
        return this.globalId(value.fields) ?? { kind: "Tuple", fields: value.fields.map(this.term) }
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
    if (method === undefined) return { name: name satisfies InstructionName, args: [...operands, ...free] }
    return { name: method, args: "callee" in METHODS[method] ? free : [...operands.slice(0, 1), ...free] }
  }
}

export const decompile = (
  instructions: ReadonlyArray<EnumOf<Value>>,
  { children, networkId, idsAsTuples }: DecompileOptions
): Either.Either<Manifest, TransactionError> =>
  Either.try({
    try: () => {
      const decompiler = new Decompiler({ networkId, idsAsTuples })
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
