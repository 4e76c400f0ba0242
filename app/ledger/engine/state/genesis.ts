/** The ledger before its first transaction: XRD, the faucet that holds all of it, and the badges of keys. */

import { bytesToHex } from "@noble/hashes/utils.js"
import { Either } from "effect"
import { type Amount, ONE } from "../../amount"
import { type WellKnown, wellKnown } from "../../entities"
import { metadataVariant } from "../../manifest/text/enums"
import { writePayload } from "../../sbor/write"
import { allowAll, denyAll } from "../auth/Rule"
import { vaultAddress } from "../World"
import { Draft, MemoryRows, type RowChange } from "./Draft"
import type { Roles } from "./rows"

/** Initial supply of XRD. */
export const GENESIS_XRD: Amount = 1_000_000_000_000n * ONE

const nobody = { rule: denyAll, updatable: false }
const roles: Roles = Object.fromEntries(
  ["minter", "burner", "freezer", "recaller", "non_fungible_data_updater"].flatMap((name) => [
    [name, denyAll],
    [`${name}_updater`, denyAll]
  ])
)
const open: Roles = {
  withdrawer: allowAll,
  depositor: allowAll,
  withdrawer_updater: denyAll,
  depositor_updater: denyAll
}

const BADGES: ReadonlyArray<WellKnown> = ["ed25519Badge", "secp256k1Badge", "accountOwnerBadge", "globalCallerBadge"]

const textHex = (kind: "String" | "Url", value: string): string =>
  bytesToHex(
    Either.getOrThrow(
      writePayload({ kind: "Enum", variant: metadataVariant(kind), fields: [{ kind: "String", value }] })
    )
  )

/** Rows of version 1. */
export const genesis = (networkId: number): ReadonlyArray<RowChange> => {
  const draft = new Draft(new MemoryRows())
  const known = (name: WellKnown) => wellKnown(name, networkId)
  const common = { owner: nobody, roles: { ...roles, ...open }, createdBy: "" }
  draft.set("entity", known("xrd"), {
    ...common,
    blueprint: "FungibleResourceManager",
    divisibility: 18,
    isTracked: true,
    supply: GENESIS_XRD
  })
  draft.set("metadata", `${known("xrd")}/name`, { value: textHex("String", "Radix"), isLocked: true })
  draft.set("metadata", `${known("xrd")}/symbol`, { value: textHex("String", "XRD"), isLocked: true })
  for (const badge of BADGES) {
    draft.set("entity", known(badge), {
      ...common,
      blueprint: "NonFungibleResourceManager",
      idType: "bytes",
      fields: [],
      isTracked: false,
      supply: 0n
    })
  }
  draft.set("entity", known("faucet"), { owner: nobody, roles: {}, createdBy: "", blueprint: "Faucet" })
  draft.set("balance", `${known("faucet")}/${known("xrd")}`, { amount: GENESIS_XRD })
  draft.set("vault", vaultAddress(known("faucet"), known("xrd"), networkId), {
    holder: known("faucet"),
    resource: known("xrd")
  })
  return draft.changes()
}
