import type { AccountAddress } from "~/effects/base/addresses/addresses"

/** The author of something. Without a name the short address is shown: the profile was removed. */
export interface Person {
  readonly account: AccountAddress
  readonly name: string | null
  readonly picture: string | null
}
