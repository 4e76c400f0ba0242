/** Parses the owner keys of an account or persona. Pure. */
import { Either, Option, Schema } from "effect"
import { type EntityDetails, KeyHash } from "./replies"

/** A key that owns an account or persona, identified by its hash. */
export interface OwnerKey {
  readonly curve: "curve25519" | "secp256k1"
  /** 29 bytes, lower-case hex. */
  readonly hash: string
}

const readKeyHashes = Schema.decodeUnknownEither(Schema.Array(KeyHash))

/** Left, with the reason, if the response is not conclusive. */
export const ownerKeysIn = (
  entity: EntityDetails | undefined
): Either.Either<Option.Option<ReadonlyArray<OwnerKey>>, string> => {
  if (entity === undefined) return Either.left("the gateway left out the requested entity")
  const asked = entity.explicit_metadata
  if (asked === undefined || asked === null) return Either.left("the gateway left out the owner keys")
  const typed = Option.fromNullable(asked.items.find((item) => item.key === "owner_keys")?.value.typed)
  if (Option.isNone(typed)) return Either.right(Option.none())
  if (typed.value.type !== "PublicKeyHashArray") return Either.left("owner_keys is not a list of key hashes")
  return Either.mapBoth(readKeyHashes(typed.value.values), {
    onLeft: () => "owner_keys contains something that is not a key hash",
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
