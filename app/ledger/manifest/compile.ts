/**
 * Compiles manifests to the bytes of a transaction.
 *
 * Text and tree give the same bytes; only errors in a text have a line and a column.
 */
import { bytesToHex, concatBytes } from "@noble/hashes/utils.js"
import { Either, Option } from "effect"
import { wellKnown, wellKnownBytes } from "../entities"
import { ManifestError } from "../errors"
import { readHash } from "../hash"
import { type EnumOf, KIND_BYTES, type Value } from "../sbor/Value"
import { writeBody } from "../sbor/write"
import {
  CORE,
  type Core,
  type CoreName,
  FUNCTIONS,
  type InstructionName,
  isCore,
  isFunction,
  isMethod,
  METHODS,
  type NativeMethod
} from "./instructions"
import type { Instruction, Manifest, ManifestKind, Term } from "./Manifest"
import { Names } from "./names"
import { operandValue } from "./operands"
import { Misplaced } from "./text/lex"
import { parseManifest } from "./text/parse"
import { placeOf, toValue } from "./toValue"

export interface CompileOptions {
  readonly kind: ManifestKind
  readonly networkId: number
}

export interface Compiled {
  /** Instructions as they are stored in a transaction: an SBOR array with its kind byte. */
  readonly instructions: Uint8Array
  /** The same, as values. */
  readonly values: ReadonlyArray<EnumOf<Value>>
  /** Hashes of the children, in the order of their `USE_CHILD`. */
  readonly children: ReadonlyArray<Uint8Array>
}

export const MAX_INSTRUCTIONS = 1000 // docs/ledger.md
const MAX_CHILDREN = 32
/** Level of the instructions in a whole transaction, all of which nests at most 24 deep; a subintent is in its root. */
const LEVEL: Readonly<Record<ManifestKind, number>> = { v1: 4, v2: 5, subintent: 7 }

/** Expands a short form to the call it stands for. */
const expand = (
  name: InstructionName,
  args: ReadonlyArray<Term>,
  networkId: number
): readonly [CoreName, ReadonlyArray<Term>] => {
  if (isCore(name)) return [name, args]
  if (isMethod(name)) {
    const { callee: fixed, method, through }: NativeMethod = METHODS[name]
    const known: ReadonlyArray<Term> =
      fixed === undefined ? [] : [{ kind: "Address", address: wellKnown(fixed, networkId) }]
    const [callee, ...rest] = [...known, ...args]
    return callee === undefined ? [through, []] : [through, [callee, { kind: "String", value: method }, ...rest]]
  }
  const nothing: Term = { kind: "Map", from: "Address", to: "Enum", entries: [] }
  return ["ASSERT_WORKTOP_RESOURCES_ONLY", [...args, nothing]]
}

class Compiler {
  private readonly names = new Names()
  private readonly values: Array<EnumOf<Value>> = []
  private readonly children: Array<Uint8Array> = []

  constructor(private readonly options: CompileOptions) {}

  private scope = () => ({ names: this.names, networkId: this.options.networkId })

  private args = (terms: ReadonlyArray<Term>): Value => ({
    kind: "Tuple",
    fields: terms.map((term) => toValue(term, this.names, this.options.networkId))
  })

  private child(given: Instruction) {
    const at = placeOf(given)
    const [name, intent, ...others] = given.args
    if (this.options.kind === "v1") throw new Misplaced(at, "USE_CHILD needs a manifest of version 2")
    if (this.values.length > 0) throw new Misplaced(at, "USE_CHILD stands before all other instructions")
    if (name?.kind !== "NamedIntent" || intent?.kind !== "Intent" || others.length > 0) {
      throw new Misplaced(at, "USE_CHILD takes a NamedIntent and an Intent")
    }
    if (this.children.length === MAX_CHILDREN) throw new Misplaced(at, `more than ${MAX_CHILDREN} children`)
    this.names.bind("NamedIntent", name.name, placeOf(name))
    const hash = Option.getOrUndefined(readHash("subtxid", intent.hash, this.options.networkId))
    if (hash === undefined) throw new Misplaced(placeOf(intent), "no subintent of this network")
    if (this.children.some((child) => bytesToHex(child) === bytesToHex(hash))) {
      throw new Misplaced(placeOf(intent), "this subintent is a child already")
    }
    this.children.push(hash)
  }

  private versionAllows(name: string, core: Core, given: Instruction) {
    const { kind } = this.options
    if (core.since === "v2" && kind === "v1")
      throw new Misplaced(placeOf(given), `${name} needs a manifest of version 2`)
    if (core.since === "subintent" && kind !== "subintent") {
      throw new Misplaced(placeOf(given), `only a subintent has a parent: ${name}`)
    }
  }

  private instruction(given: Instruction): EnumOf<Value> {
    const at = placeOf(given)
    if (isFunction(given.name)) {
      const call = FUNCTIONS[given.name]
      const fields: ReadonlyArray<Value> = [
        { kind: "Address", value: wellKnownBytes(call.package) },
        { kind: "String", value: call.blueprint },
        { kind: "String", value: call.function },
        this.args(given.args)
      ]
      return { kind: "Enum", variant: CORE.CALL_FUNCTION.byte, fields }
    }
    const [name, args] = expand(given.name, given.args, this.options.networkId)
    const core: Core = CORE[name]
    this.versionAllows(given.name, core, given)
    const wanted = core.operands.length
    if (args.length < wanted || (args.length > wanted && core.hasArguments !== true)) {
      throw new Misplaced(at, `${given.name} takes ${wanted} operands${core.hasArguments ? " or more" : ""}`)
    }
    const fields = core.operands.flatMap((operand, index) => {
      const term = args[index]
      const value = term === undefined ? undefined : operandValue(operand, term, this.scope())
      return value === undefined ? [] : [value]
    })
    const [from, made] = [args[0], args[wanted - 1]]
    if (core.operands[wanted - 1] === "newProof" && made?.kind === "Proof") {
      if (from?.kind === "Bucket" || from?.kind === "Proof") this.names.lock(made.name, from)
    }
    if (name.startsWith("YIELD_") && args.some((term) => term.kind === "Proof")) {
      throw new Misplaced(at, "proofs cannot pass to another intent")
    }
    if (name === "DROP_ALL_PROOFS" || name === "DROP_NAMED_PROOFS") this.names.dropProofs()
    return {
      kind: "Enum",
      variant: core.byte,
      fields: core.hasArguments === true ? [...fields, this.args(args.slice(wanted))] : fields
    }
  }

  run({ instructions }: Manifest): Compiled {
    const last = instructions.at(-1)
    if (this.options.kind === "subintent" && last?.name !== "YIELD_TO_PARENT") {
      throw new Misplaced(placeOf(last ?? {}), "a subintent ends with YIELD_TO_PARENT")
    }
    for (const given of instructions) {
      if (this.values.length === MAX_INSTRUCTIONS) {
        throw new Misplaced(placeOf(given), `more than ${MAX_INSTRUCTIONS} instructions`)
      }
      if (given.name === "USE_CHILD") this.child(given)
      else this.values.push(this.instruction(given))
    }
    const all: Value = { kind: "Array", of: "Enum", items: this.values }
    const body = Either.getOrElse(writeBody(all, LEVEL[this.options.kind]), (error) => {
      throw new Misplaced({ line: 0, column: 0 }, error.message)
    })
    return {
      instructions: concatBytes(Uint8Array.of(KIND_BYTES.Array), body),
      values: this.values,
      children: this.children
    }
  }
}

const compileTree = (tree: Manifest, options: CompileOptions): Either.Either<Compiled, ManifestError> =>
  Either.try({
    try: () => new Compiler(options).run(tree),
    catch: (cause) => {
      if (cause instanceof Misplaced) return new ManifestError({ reason: cause.message, ...cause.at })
      throw cause
    }
  })

/** Accepts a text or a tree. */
export const compileManifest = (
  source: string | Manifest,
  options: CompileOptions
): Either.Either<Compiled, ManifestError> =>
  typeof source === "string"
    ? Either.flatMap(parseManifest(source), (tree) => compileTree(tree, options))
    : compileTree(source, options)
