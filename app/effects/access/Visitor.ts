/** The person who requests a page: someone who proved an account, with or without a profile. */
import type { AccountAddress } from "~/effects/base/addresses/addresses"

/** Counts that the bell and the bottom bar show. */
export interface Waiting {
  /** Unread notifications. */
  readonly unread: number
  /** Items in the person's To do list. */
  readonly needs: number
}

export interface Visitor {
  /** The account whose key signed the sign-in. */
  readonly account: AccountAddress
  /** The persona's name in the wallet. Not verified: for display only. */
  readonly personaLabel: string | null
  readonly profile: { readonly username: string; readonly displayImage: string } | null
}

/** A visitor with a profile. */
export interface VisitorWithProfile extends Visitor {
  readonly profile: NonNullable<Visitor["profile"]>
}
