/**
 * Instruction loop of one intent, as a coroutine: runs until it yields buckets to another intent, and continues with
 * what comes back.
 */
import { CORE, type CoreName } from "../../manifest/instructions"
import type { Value } from "../../sbor/Value"
import type { InstructionValue } from "../../transaction/parts"
import { Args } from "../Args"
import { Abort, notInSubset } from "../abort"
import { AuthZone, Proof } from "../auth/Proof"
import { requireRule } from "../auth/roles"
import { type Cargo, type Frame, returning } from "../Frame"
import type { Holding } from "../Holding"
import { burn } from "../native/resource"
import { invokeFunction, invokeMetadata, invokeMethod, invokeRoles, invokeVault, packageName } from "./call"
import { type Constraints, check, checkAll, type Heap, readConstraint, readConstraints } from "./constraints"

export type Yield =
  | { readonly to: "parent"; readonly buckets: ReadonlyArray<Holding> }
  | { readonly to: "child"; readonly child: number; readonly buckets: ReadonlyArray<Holding> }

const BY_BYTE: ReadonlyMap<number, CoreName> = new Map(
  (Object.keys(CORE) as ReadonlyArray<CoreName>).map((name) => [CORE[name].byte, name])
)

/** Assertion about the result of the next call. */
interface Expected {
  readonly constraints: Constraints
  readonly isOnly: boolean
}

const CALLS: ReadonlyArray<CoreName> = [
  "CALL_FUNCTION",
  "CALL_METHOD",
  "CALL_METADATA_METHOD",
  "CALL_ROLE_ASSIGNMENT_METHOD",
  "CALL_DIRECT_VAULT_METHOD",
  "YIELD_TO_CHILD",
  "YIELD_TO_PARENT"
]

/** Counts several buckets of one resource together, without moving anything. */
const heaps = (buckets: ReadonlyArray<Holding>): ReadonlyArray<Heap> => {
  const together = new Map<string, Heap>()
  for (const { amount, ids, resource } of buckets) {
    const known = together.get(resource)
    const both = ids === undefined ? undefined : new Set([...(known?.ids ?? []), ...ids])
    together.set(resource, { resource, amount: amount + (known?.amount ?? 0n), ids: both })
  }
  return [...together.values()]
}

const verify = (expected: Expected | undefined, buckets: ReadonlyArray<Holding>, frame: Frame) => {
  if (expected === undefined) return
  checkAll(heaps(buckets), expected.constraints, expected.isOnly, "the returned heap", frame.world.nothingOf)
}

const call = (name: CoreName, args: Args): Cargo => {
  switch (name) {
    case "CALL_FUNCTION":
      return invokeFunction(args.address(), args.text(), args.text(), args.tuple())
    case "CALL_METHOD":
      return invokeMethod(args.address(), args.text(), args.tuple())
    case "CALL_METADATA_METHOD":
      return invokeMetadata(args.address(), args.text(), args.tuple())
    case "CALL_ROLE_ASSIGNMENT_METHOD":
      return invokeRoles(args.address(), args.text(), args.tuple())
    default:
      return invokeVault(args.address(), args.text(), args.tuple())
  }
}

const worktopStep = (name: CoreName, args: Args, frame: Frame): boolean => {
  switch (name) {
    case "TAKE_FROM_WORKTOP":
      frame.newBucket(frame.onWorktop(args.address()).take(args.amount()))
      return true
    case "TAKE_NON_FUNGIBLES_FROM_WORKTOP":
      frame.newBucket(frame.onWorktop(args.address()).takeIds(args.ids()))
      return true
    case "TAKE_ALL_FROM_WORKTOP":
      frame.newBucket(frame.onWorktop(args.address()).takeAll())
      return true
    case "RETURN_TO_WORKTOP":
      frame.place(args.bucket())
      return true
    case "BURN_RESOURCE":
      burn(frame.world, args.bucket(), frame.zone)
      return true
    case "ALLOCATE_GLOBAL_ADDRESS": {
      const where = packageName(args.address(), frame.world.networkId)
      const blueprint = args.text()
      frame.allocate({ address: frame.world.newAddress(entityOf(blueprint)), packageName: where, blueprint })
      return true
    }
    default:
      return false
  }
}

const ENTITY_BYTES: Readonly<Record<string, number>> = {
  FungibleResourceManager: 0x5d,
  NonFungibleResourceManager: 0x9a,
  Account: 0xc1,
  AccountLocker: 0x68,
  AccessController: 0xc3
}
const entityOf = (blueprint: string): number => {
  const byte = ENTITY_BYTES[blueprint]
  if (byte === undefined) throw notInSubset(`an address for ${blueprint}`)
  return byte
}

const proofStep = (name: CoreName, args: Args, frame: Frame): boolean => {
  const { zone } = frame
  const bucket = () => frame.bucket(args.of("Bucket").id)
  const proofId = () => args.of("Proof").id
  switch (name) {
    case "POP_FROM_AUTH_ZONE":
      frame.newProof(zone.pop())
      return true
    case "PUSH_TO_AUTH_ZONE":
      zone.push(frame.takeProof(proofId()))
      return true
    case "DROP_AUTH_ZONE_PROOFS":
      zone.dropRegular()
      zone.dropSignatures()
      return true
    case "DROP_AUTH_ZONE_REGULAR_PROOFS":
      zone.dropRegular()
      return true
    case "DROP_AUTH_ZONE_SIGNATURE_PROOFS":
      zone.dropSignatures()
      return true
    case "DROP_NAMED_PROOFS":
      frame.dropNamedProofs()
      return true
    case "DROP_ALL_PROOFS":
      frame.dropNamedProofs()
      zone.dropRegular()
      zone.dropSignatures()
      return true
    case "CREATE_PROOF_FROM_AUTH_ZONE_OF_AMOUNT":
      frame.newProof(zone.composeAmount(args.address(), args.amount()))
      return true
    case "CREATE_PROOF_FROM_AUTH_ZONE_OF_NON_FUNGIBLES":
      frame.newProof(zone.composeIds(args.address(), args.ids()))
      return true
    case "CREATE_PROOF_FROM_AUTH_ZONE_OF_ALL":
      frame.newProof(zone.composeAll(args.address()))
      return true
    case "CREATE_PROOF_FROM_BUCKET_OF_AMOUNT":
      frame.newProof(Proof.ofAmount(bucket(), args.amount()))
      return true
    case "CREATE_PROOF_FROM_BUCKET_OF_NON_FUNGIBLES":
      frame.newProof(Proof.ofIds(bucket(), args.ids()))
      return true
    case "CREATE_PROOF_FROM_BUCKET_OF_ALL":
      frame.newProof(Proof.ofAll(bucket()))
      return true
    case "CLONE_PROOF":
      frame.newProof(frame.proof(proofId()).clone())
      return true
    case "DROP_PROOF":
      frame.takeProof(proofId()).drop()
      return true
    default:
      return false
  }
}

const WORKTOP = "the worktop"

const assertStep = (name: CoreName, args: Args, frame: Frame): boolean => {
  const exact = { isPositive: false, most: undefined, required: [], allowed: undefined }
  switch (name) {
    case "ASSERT_WORKTOP_CONTAINS":
      check(frame.onWorktop(args.address()), { ...exact, least: args.amount() }, WORKTOP)
      return true
    case "ASSERT_WORKTOP_CONTAINS_ANY":
      check(frame.onWorktop(args.address()), { ...exact, least: 0n, isPositive: true }, WORKTOP)
      return true
    case "ASSERT_WORKTOP_CONTAINS_NON_FUNGIBLES":
      check(frame.onWorktop(args.address()), { ...exact, least: 0n, required: args.ids() }, WORKTOP)
      return true
    case "ASSERT_WORKTOP_RESOURCES_ONLY":
    case "ASSERT_WORKTOP_RESOURCES_INCLUDE":
      checkAll(frame.wholeWorktop(), readConstraints(args), name.endsWith("ONLY"), WORKTOP, frame.world.nothingOf)
      return true
    case "ASSERT_BUCKET_CONTENTS":
      check(frame.bucket(args.of("Bucket").id), readConstraint(args), "the bucket")
      return true
    default:
      return false
  }
}

const childOf = (value: Value): number => (value.kind === "U32" ? value.value : -1)

/** Returns what the last yield sends to the parent; a root sends nothing. */
export function* processIntent(
  frame: Frame,
  instructions: ReadonlyArray<InstructionValue>,
  parentZone: AuthZone | undefined
): Generator<Yield, ReadonlyArray<Holding>, ReadonlyArray<Holding>> {
  let expected: Expected | undefined
  for (const [index, { fields, variant }] of instructions.entries()) {
    const name = BY_BYTE.get(variant)
    if (name === undefined) throw notInSubset(`the instruction ${variant}`)
    const args = new Args(name, fields, frame)
    if (name === "ASSERT_NEXT_CALL_RETURNS_ONLY" || name === "ASSERT_NEXT_CALL_RETURNS_INCLUDE") {
      expected = { constraints: readConstraints(args), isOnly: name.endsWith("ONLY") }
      continue
    }
    if (expected !== undefined && !CALLS.includes(name)) throw new Abort("an assertion about the next call needs one")
    if (name === "YIELD_TO_PARENT") {
      const buckets = args.tuple().cargo()
      if (index === instructions.length - 1) {
        frame.end()
        return buckets
      }
      const back = yield { to: "parent", buckets }
      verify(expected, back, frame)
      frame.receive(returning(...back))
    } else if (name === "YIELD_TO_CHILD") {
      const child = childOf(args.any())
      const back = yield { to: "child", child, buckets: args.tuple().cargo() }
      verify(expected, back, frame)
      frame.receive(returning(...back))
    } else if (name === "VERIFY_PARENT") {
      requireRule(args.rule(), parentZone ?? new AuthZone([]), "verifying the parent")
    } else if (CALLS.includes(name)) {
      const cargo = call(name, args)
      verify(expected, cargo.buckets, frame)
      frame.receive(cargo)
    } else if (!worktopStep(name, args, frame) && !proofStep(name, args, frame) && !assertStep(name, args, frame)) {
      throw notInSubset(name)
    }
    expected = undefined
  }
  if (expected !== undefined) throw new Abort("an assertion about the next call needs one")
  frame.end()
  return []
}
