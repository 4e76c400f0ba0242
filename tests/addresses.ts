/** Addresses of tests, which need not be valid: a test uses readable ones. */
import type { AccountAddress, LockerAddress, ResourceAddress } from "~/effects/base/addresses/addresses"

export const asAccount = (text: string) => text as AccountAddress
export const asResource = (text: string) => text as ResourceAddress
export const asLocker = (text: string) => text as LockerAddress
