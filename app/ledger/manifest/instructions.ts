/**
 * All manifest instructions: byte, operands in the order of the text, and supported versions.
 *
 * Operands named `new…` only bind a name and add no bytes. Short forms (`SET_METADATA`, `CREATE_…`) are calls with some
 * operands fixed.
 */
import { ENTITY, type WellKnown } from "../entities"

export type Operand =
  | "resource"
  | "package"
  /** The same, or a name bound before: the address of a package that this manifest publishes. */
  | "calledPackage"
  | "vault"
  /** Any global entity, by address or by a previously bound name. */
  | "global"
  | "amount"
  | "ids"
  | "text"
  | "constraint"
  | "constraints"
  | "rule"
  /** Consumed. */
  | "bucket"
  | "proof"
  /** Not consumed. */
  | "bucketRef"
  | "proofRef"
  | "child"
  | "newBucket"
  | "newProof"
  | "newReservation"
  | "newNamedAddress"

export interface Core {
  readonly byte: number
  readonly operands: ReadonlyArray<Operand>
  /** Further arguments after the operands, as one tuple. */
  readonly hasArguments?: true
  /** "v2": only in roots of version 2 and subintents; "subintent": only in subintents. */
  readonly since?: "v2" | "subintent"
}

export const CORE = {
  TAKE_FROM_WORKTOP: { byte: 0x00, operands: ["resource", "amount", "newBucket"] },
  TAKE_NON_FUNGIBLES_FROM_WORKTOP: { byte: 0x01, operands: ["resource", "ids", "newBucket"] },
  TAKE_ALL_FROM_WORKTOP: { byte: 0x02, operands: ["resource", "newBucket"] },
  RETURN_TO_WORKTOP: { byte: 0x03, operands: ["bucket"] },
  ASSERT_WORKTOP_CONTAINS: { byte: 0x04, operands: ["resource", "amount"] },
  ASSERT_WORKTOP_CONTAINS_NON_FUNGIBLES: { byte: 0x05, operands: ["resource", "ids"] },
  ASSERT_WORKTOP_CONTAINS_ANY: { byte: 0x06, operands: ["resource"] },
  ASSERT_WORKTOP_RESOURCES_ONLY: { byte: 0x08, operands: ["constraints"], since: "v2" },
  ASSERT_WORKTOP_RESOURCES_INCLUDE: { byte: 0x09, operands: ["constraints"], since: "v2" },
  ASSERT_NEXT_CALL_RETURNS_ONLY: { byte: 0x0a, operands: ["constraints"], since: "v2" },
  ASSERT_NEXT_CALL_RETURNS_INCLUDE: { byte: 0x0b, operands: ["constraints"], since: "v2" },
  ASSERT_BUCKET_CONTENTS: { byte: 0x0c, operands: ["bucketRef", "constraint"], since: "v2" },
  POP_FROM_AUTH_ZONE: { byte: 0x10, operands: ["newProof"] },
  PUSH_TO_AUTH_ZONE: { byte: 0x11, operands: ["proof"] },
  DROP_AUTH_ZONE_PROOFS: { byte: 0x12, operands: [] },
  DROP_AUTH_ZONE_REGULAR_PROOFS: { byte: 0x13, operands: [] },
  CREATE_PROOF_FROM_AUTH_ZONE_OF_AMOUNT: { byte: 0x14, operands: ["resource", "amount", "newProof"] },
  CREATE_PROOF_FROM_AUTH_ZONE_OF_NON_FUNGIBLES: { byte: 0x15, operands: ["resource", "ids", "newProof"] },
  CREATE_PROOF_FROM_AUTH_ZONE_OF_ALL: { byte: 0x16, operands: ["resource", "newProof"] },
  DROP_AUTH_ZONE_SIGNATURE_PROOFS: { byte: 0x17, operands: [] },
  CREATE_PROOF_FROM_BUCKET_OF_AMOUNT: { byte: 0x21, operands: ["bucketRef", "amount", "newProof"] },
  CREATE_PROOF_FROM_BUCKET_OF_NON_FUNGIBLES: { byte: 0x22, operands: ["bucketRef", "ids", "newProof"] },
  CREATE_PROOF_FROM_BUCKET_OF_ALL: { byte: 0x23, operands: ["bucketRef", "newProof"] },
  BURN_RESOURCE: { byte: 0x24, operands: ["bucket"] },
  CLONE_PROOF: { byte: 0x30, operands: ["proofRef", "newProof"] },
  DROP_PROOF: { byte: 0x31, operands: ["proof"] },
  CALL_FUNCTION: { byte: 0x40, operands: ["calledPackage", "text", "text"], hasArguments: true },
  CALL_METHOD: { byte: 0x41, operands: ["global", "text"], hasArguments: true },
  CALL_ROYALTY_METHOD: { byte: 0x42, operands: ["global", "text"], hasArguments: true },
  CALL_METADATA_METHOD: { byte: 0x43, operands: ["global", "text"], hasArguments: true },
  CALL_ROLE_ASSIGNMENT_METHOD: { byte: 0x44, operands: ["global", "text"], hasArguments: true },
  CALL_DIRECT_VAULT_METHOD: { byte: 0x45, operands: ["vault", "text"], hasArguments: true },
  DROP_ALL_PROOFS: { byte: 0x50, operands: [] },
  ALLOCATE_GLOBAL_ADDRESS: { byte: 0x51, operands: ["package", "text", "newReservation", "newNamedAddress"] },
  DROP_NAMED_PROOFS: { byte: 0x52, operands: [] },
  YIELD_TO_PARENT: { byte: 0x60, operands: [], hasArguments: true, since: "subintent" },
  YIELD_TO_CHILD: { byte: 0x61, operands: ["child"], hasArguments: true, since: "v2" },
  VERIFY_PARENT: { byte: 0x62, operands: ["rule"], since: "subintent" }
} as const satisfies Readonly<Record<string, Core>>

export interface NativeMethod {
  readonly through: keyof typeof CORE
  readonly method: string
  /** Entity byte of the callees that have this method under this name. Absent: any. */
  readonly on?: number
  /** The only callee, which the text leaves out. */
  readonly callee?: WellKnown
}

/** A method under its own name: the operand is the callee, everything else are arguments. */
export const METHODS = {
  SET_METADATA: { through: "CALL_METADATA_METHOD", method: "set" },
  REMOVE_METADATA: { through: "CALL_METADATA_METHOD", method: "remove" },
  LOCK_METADATA: { through: "CALL_METADATA_METHOD", method: "lock" },
  SET_OWNER_ROLE: { through: "CALL_ROLE_ASSIGNMENT_METHOD", method: "set_owner" },
  LOCK_OWNER_ROLE: { through: "CALL_ROLE_ASSIGNMENT_METHOD", method: "lock_owner" },
  SET_ROLE: { through: "CALL_ROLE_ASSIGNMENT_METHOD", method: "set" },
  RECALL_FROM_VAULT: { through: "CALL_DIRECT_VAULT_METHOD", method: "recall" },
  RECALL_NON_FUNGIBLES_FROM_VAULT: { through: "CALL_DIRECT_VAULT_METHOD", method: "recall_non_fungibles" },
  FREEZE_VAULT: { through: "CALL_DIRECT_VAULT_METHOD", method: "freeze" },
  UNFREEZE_VAULT: { through: "CALL_DIRECT_VAULT_METHOD", method: "unfreeze" },
  MINT_FUNGIBLE: { through: "CALL_METHOD", method: "mint", on: ENTITY.fungible },
  MINT_NON_FUNGIBLE: { through: "CALL_METHOD", method: "mint", on: ENTITY.nonFungible },
  MINT_RUID_NON_FUNGIBLE: { through: "CALL_METHOD", method: "mint_ruid", on: ENTITY.nonFungible },
  SET_COMPONENT_ROYALTY: { through: "CALL_ROYALTY_METHOD", method: "set_royalty" },
  LOCK_COMPONENT_ROYALTY: { through: "CALL_ROYALTY_METHOD", method: "lock_royalty" },
  CLAIM_COMPONENT_ROYALTIES: { through: "CALL_ROYALTY_METHOD", method: "claim_royalties" },
  CLAIM_PACKAGE_ROYALTIES: {
    through: "CALL_METHOD",
    method: "PackageRoyalty_claim_royalties",
    on: ENTITY.package
  },
  CREATE_VALIDATOR: {
    through: "CALL_METHOD",
    method: "create_validator",
    on: ENTITY.consensusManager,
    callee: "consensusManager"
  }
} as const satisfies Readonly<Record<string, NativeMethod>>

interface NativeFunction {
  readonly package: WellKnown
  readonly blueprint: string
  readonly function: string
}

const of = (where: WellKnown, blueprint: string) => (name: string) => ({
  package: where,
  blueprint,
  function: name
})
const fungible = of("resourcePackage", "FungibleResourceManager")
const nonFungible = of("resourcePackage", "NonFungibleResourceManager")
const account = of("accountPackage", "Account")
const identity = of("identityPackage", "Identity")
const wasm = of("packagePackage", "Package")

/** A function of a native package: all operands are arguments. */
export const FUNCTIONS = {
  CREATE_FUNGIBLE_RESOURCE: fungible("create"),
  CREATE_FUNGIBLE_RESOURCE_WITH_INITIAL_SUPPLY: fungible("create_with_initial_supply"),
  CREATE_NON_FUNGIBLE_RESOURCE: nonFungible("create"),
  CREATE_NON_FUNGIBLE_RESOURCE_WITH_INITIAL_SUPPLY: nonFungible("create_with_initial_supply"),
  CREATE_ACCOUNT: account("create"),
  CREATE_ACCOUNT_ADVANCED: account("create_advanced"),
  CREATE_ACCESS_CONTROLLER: of("accessControllerPackage", "AccessController")("create"),
  CREATE_IDENTITY: identity("create"),
  CREATE_IDENTITY_ADVANCED: identity("create_advanced"),
  PUBLISH_PACKAGE: wasm("publish_wasm"),
  PUBLISH_PACKAGE_ADVANCED: wasm("publish_wasm_advanced")
} as const satisfies Readonly<Record<string, NativeFunction>>

export type CoreName = keyof typeof CORE
export type MethodName = keyof typeof METHODS
export type FunctionName = keyof typeof FUNCTIONS
/** `USE_CHILD` names a subintent and adds no instruction; the other one asserts that nothing is on the worktop. */
export type InstructionName = CoreName | MethodName | FunctionName | "USE_CHILD" | "ASSERT_WORKTOP_IS_EMPTY"

const within = <T extends object>(table: T, name: string): name is Extract<keyof T, string> =>
  Object.hasOwn(table, name)
export const isCore = (name: string): name is CoreName => within(CORE, name)
export const isMethod = (name: string): name is MethodName => within(METHODS, name)
export const isFunction = (name: string): name is FunctionName => within(FUNCTIONS, name)
export const isInstruction = (name: string): name is InstructionName =>
  isCore(name) || isMethod(name) || isFunction(name) || name === "USE_CHILD" || name === "ASSERT_WORKTOP_IS_EMPTY"
