/** Who is looking at a page: a person who proved an account, with or without a profile. */
import type { AccountAddress } from "~/effects/base/addresses/addresses"

export interface Visitor {
  /** The account whose key signed the sign-in. */
  readonly account: AccountAddress
  /** What the wallet called the persona. Told by the wallet and proven by nothing: for display only. */
  readonly personaLabel: string | null
  readonly profile: { readonly username: string; readonly displayImage: string } | null
}

/** A visitor who finished signing up. */
export interface VisitorWithProfile extends Visitor {
  readonly profile: NonNullable<Visitor["profile"]>
}
