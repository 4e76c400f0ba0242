/** Reading typed metadata. Pure. */
import { Either, Option, Schema } from "effect"
import { type EntityDetails, KeyHash, type MetadataItem } from "./replies"

/** A key that owns an account or persona, by its hash. */
export interface OwnerKey {
  readonly curve: "curve25519" | "secp256k1"
  /** 29 bytes, lower-case hex. */
  readonly hash: string
}

const find = (items: ReadonlyArray<MetadataItem>, key: string) =>
  Option.fromNullable(items.find((item) => item.key === key)?.value.typed)

/** Only a text is a name. */
export const dAppNameIn = (items: ReadonlyArray<MetadataItem>): Option.Option<string> =>
  Option.filterMap(find(items, "name"), ({ type, value }) =>
    type === "String" && typeof value === "string" && value.trim() !== "" ? Option.some(value) : Option.none()
  )

const readKeyHashes = Schema.decodeUnknownEither(Schema.Array(KeyHash))

/** Left, with the reason, wherever the answer does not tell for sure. */
export const ownerKeysIn = (
  entity: EntityDetails | undefined
): Either.Either<Option.Option<ReadonlyArray<OwnerKey>>, string> => {
  if (entity === undefined) return Either.left("the gateway left out the entity that was asked for")
  const asked = entity.explicit_metadata
  if (asked === undefined || asked === null) return Either.left("the gateway left out the owner keys")
  const typed = find(asked.items, "owner_keys")
  if (Option.isNone(typed)) return Either.right(Option.none())
  if (typed.value.type !== "PublicKeyHashArray") return Either.left("owner_keys is no list of key hashes")
  return Either.mapBoth(readKeyHashes(typed.value.values), {
    onLeft: () => "owner_keys holds something that is no key hash",
    onRight: (hashes) =>
      Option.some(
        hashes.map(
          (key): OwnerKey => ({
            curve: key.key_hash_type === "EddsaEd25519" ? "curve25519" : "secp256k1",
            hash: key.hash_hex.toLowerCase()
          })
        )
      )
  })
}
