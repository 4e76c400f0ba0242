/**
 * Whether a key belongs to an account. Without the ledger only the address can show it: most addresses derive from a
 * key, which then belongs to the account unless the account replaced its keys since. An address made on the ledger
 * shows nothing. Pure.
 */
import { hexToBytes } from "@noble/hashes/utils.js"
import { deriveAddress } from "~/ledger/address"
import type { BallotProof } from "../ballot/Ballot"

export type Holding = "derived" | "unknown"

export const holdingOf = ({ curve, publicKey }: BallotProof, account: string, networkId: number): Holding =>
  deriveAddress("account", curve, hexToBytes(publicKey), networkId) === account ? "derived" : "unknown"

export const HOLDING_NOTE = "unless the account had replaced its keys"
