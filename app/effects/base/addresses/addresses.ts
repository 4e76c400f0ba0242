/**
 * Types of addresses as they come from a column, from JSON or from a form. An account, a token and a locker are
 * separate types, so that a name, a key or a token cannot be used where an account belongs.
 *
 * Only the kind is checked here: stored addresses were checked when they came in (`isHolderAddress`,
 * `isResourceAddress`), and a database that was moved from another network still opens
 * (docs/decisions/README.md, 0060).
 */
import { Schema } from "effect"
import type {
  AccountAddress as AccountAddressType,
  ControllerAddress as ControllerAddressType,
  LockerAddress as LockerAddressType,
  ResourceAddress as ResourceAddressType
} from "~/ledger/address"

const addressText = <A extends string>(
  word: "account" | "resource" | "locker" | "accesscontroller",
  identifier: string,
  thing: string
) => {
  const shape = new RegExp(`^${word}_[a-z0-9_]{1,100}$`)
  return Schema.String.pipe(
    Schema.filter((text): text is A => shape.test(text), {
      identifier,
      // Tests generate values from schemas; no random text would have this shape.
      arbitrary: () => (check) => check.stringMatching(shape).map((text) => text as A),
      message: ({ actual }) => `${JSON.stringify(actual)} is not the address of ${thing}`
    })
  )
}

export const AccountAddress = addressText<AccountAddressType>("account", "AccountAddress", "an account")
export type AccountAddress = AccountAddressType
export const isAccountAddress = Schema.is(AccountAddress)

export const ResourceAddress = addressText<ResourceAddressType>("resource", "ResourceAddress", "a token")
export type ResourceAddress = ResourceAddressType

export const LockerAddress = addressText<LockerAddressType>("locker", "LockerAddress", "a locker")
export type LockerAddress = LockerAddressType

export const ControllerAddress = addressText<ControllerAddressType>(
  "accesscontroller",
  "ControllerAddress",
  "an access controller"
)
export type ControllerAddress = ControllerAddressType
