/** Any number of accounts that belong to nobody: each is the address of some Ed25519 key. */
import { sha256 } from "@noble/hashes/sha2.js"
import { utf8ToBytes } from "@noble/hashes/utils.js"
import { Option } from "effect"
import { writeAddress } from "~/ledger/index"
import { asAccount } from "../addresses"

const ED25519_ACCOUNT = 0x51

export const accountNumbered = (n: number) =>
  asAccount(
    Option.getOrThrow(
      writeAddress(Uint8Array.of(ED25519_ACCOUNT, ...sha256(utf8ToBytes(`account ${n}`)).slice(0, 29)), 2)
    )
  )
