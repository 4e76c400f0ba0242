/**
 * Addresses where they come in: from a column, from JSON, from a form. An account, a token and a locker are types of
 * their own, so that a name, a key or a token cannot stand where an account belongs.
 *
 * Only the kind is read here: what is stored was checked when it came in (`isHolderAddress`, `isResourceAddress`), and a
 * database that was moved from another network still opens (docs/decisions/0060-addresses-are-branded.md).
 */
import { Schema } from "effect"
import type {
  AccountAddress as AccountAddressType,
  LockerAddress as LockerAddressType,
  ResourceAddress as ResourceAddressType
} from "~/ledger/address"

const addressText = <A extends string>(word: "account" | "resource" | "locker", identifier: string, thing: string) => {
  const shape = new RegExp(`^${word}_[a-z0-9_]{1,100}$`)
  return Schema.String.pipe(
    Schema.filter((text): text is A => shape.test(text), {
      identifier,
      // Tests make values from schemas; by chance, no text has this shape.
      arbitrary: () => (check) => check.stringMatching(shape).map((text) => text as A),
      message: ({ actual }) => `${JSON.stringify(actual)} is not the address of ${thing}`
    })
  )
}

export const AccountAddress = addressText<AccountAddressType>("account", "AccountAddress", "an account")
export type AccountAddress = AccountAddressType

export const ResourceAddress = addressText<ResourceAddressType>("resource", "ResourceAddress", "a token")
export type ResourceAddress = ResourceAddressType

export const LockerAddress = addressText<LockerAddressType>("locker", "LockerAddress", "a locker")
export type LockerAddress = LockerAddressType
