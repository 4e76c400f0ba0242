/** Names that a manifest text may use for enum variants, as in `Enum<Metadata::Url>`. */
const ENUMS: Readonly<Record<string, ReadonlyArray<string>>> = {
  Option: ["None", "Some"],
  Result: ["Ok", "Err"],
  AccessRule: ["AllowAll", "DenyAll", "Protected"],
  CompositeRequirement: ["BasicRequirement", "AnyOf", "AllOf"],
  AccessRuleNode: ["ProofRule", "AnyOf", "AllOf"],
  BasicRequirement: ["Require", "AmountOf", "CountOf", "AllOf", "AnyOf"],
  ProofRule: ["Require", "AmountOf", "CountOf", "AllOf", "AnyOf"],
  ResourceOrNonFungible: ["NonFungible", "Resource"],
  ModuleId: ["Main", "Metadata", "Royalty", "RoleAssignment"],
  ObjectModuleId: ["Main", "Metadata", "Royalty", "RoleAssignment"],
  NonFungibleIdType: ["String", "Integer", "Bytes", "RUID"],
  DefaultDepositRule: ["Accept", "Reject", "AllowExisting"],
  ResourcePreference: ["Allowed", "Disallowed"],
  PublicKey: ["Secp256k1", "Ed25519"],
  PublicKeyHash: ["Secp256k1", "Ed25519"],
  RoyaltyAmount: ["Free", "Xrd", "Usd"],
  OwnerRole: ["None", "Fixed", "Updatable"],
  NonFungibleDataSchema: ["Local", "Remote"],
  ResourceConstraint: [
    "NonZeroAmount",
    "ExactAmount",
    "AtLeastAmount",
    "ExactNonFungibles",
    "AtLeastNonFungibles",
    "General"
  ],
  LowerBound: ["NonZero", "Inclusive"],
  UpperBound: ["Inclusive", "Unbounded"],
  AllowedIds: ["Allowlist", "Any"]
}

/** Kinds of a metadata value; the array of a kind has its number plus 128. */
export const METADATA_KINDS = [
  "String",
  "Bool",
  "U8",
  "U32",
  "U64",
  "I32",
  "I64",
  "Decimal",
  "Address",
  "PublicKey",
  "NonFungibleGlobalId",
  "NonFungibleLocalId",
  "Instant",
  "Url",
  "Origin",
  "PublicKeyHash"
] as const
export type MetadataKind = (typeof METADATA_KINDS)[number]
export const METADATA_ARRAY = 128

/** Number of `Metadata::Url` and similar variants. */
export const metadataVariant = (kind: MetadataKind, isArray = false): number =>
  METADATA_KINDS.indexOf(kind) + (isArray ? METADATA_ARRAY : 0)

const NUMBERS: ReadonlyMap<string, number> = new Map([
  ...Object.entries(ENUMS).flatMap(([name, variants]) =>
    variants.map((variant, number) => [`${name}::${variant}`, number] as const)
  ),
  ...METADATA_KINDS.flatMap((kind) => [
    [`Metadata::${kind}`, metadataVariant(kind)] as const,
    [`Metadata::${kind}Array`, metadataVariant(kind, true)] as const
  ]),
  ["AttachedModuleId::Metadata", 1],
  ["AttachedModuleId::Royalty", 2],
  ["AttachedModuleId::RoleAssignment", 3]
])

export const enumNumber = (name: string): number | undefined => NUMBERS.get(name)
