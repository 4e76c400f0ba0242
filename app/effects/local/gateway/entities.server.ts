/** What the local ledger knows of an address: its metadata. Pure. */
import { Either, Option } from "effect"
import { holderOf } from "~/ledger/index"
import { NETWORK_ID } from "../../networks"
import { APP_NAME, TAGLINE } from "../../product"
import { LOCAL_DAPP_DEFINITION } from "../dapp"
import { type MetadataItem, metadataItem } from "./metadata.server"

/** Why an address has no metadata; both are details types of the real gateway (protocol 6.4). */
export type NoEntity = "InvalidEntityError" | "EntityNotFoundError"

const dApp = (origin: string): ReadonlyArray<MetadataItem> => [
  metadataItem("name", { type: "String", value: APP_NAME }),
  metadataItem("description", { type: "String", value: TAGLINE }),
  metadataItem("account_type", { type: "String", value: "dapp definition" }),
  metadataItem("claimed_websites", { type: "OriginArray", values: [origin] })
]

/**
 * An account or persona that never appeared on the ledger is answered like the real gateway does: it is owned by the
 * key its address was made from. The address holds that key's hash.
 */
export const metadataOf = (
  address: string,
  dAppDefinition: string,
  origin: string
): Either.Either<ReadonlyArray<MetadataItem>, NoEntity> => {
  if (address === dAppDefinition || address === LOCAL_DAPP_DEFINITION) return Either.right(dApp(origin))
  return Option.match(holderOf(address, NETWORK_ID), {
    onNone: () => Either.left("InvalidEntityError" as const),
    onSome: ({ curve, keyHash }) =>
      curve === undefined
        ? Either.left("EntityNotFoundError" as const)
        : Either.right([
            metadataItem("owner_keys", {
              type: "PublicKeyHashArray",
              values: [{ key_hash_type: curve === "curve25519" ? "EddsaEd25519" : "EcdsaSecp256k1", hash_hex: keyHash }]
            })
          ])
  })
}
