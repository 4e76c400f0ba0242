import { Effect } from "effect"
import type { AccountAddress } from "~/effects/base/addresses/addresses"
import { NotAllowed, NotSignedIn } from "~/effects/base/failures/failures"
import type { Inside } from "./Inside"
import { type Permission, permissions } from "./permissions"
import { type AccountRole, explain, statusOf, type Verdict } from "./rules"

/** Turns a refusal into the failure that ends a request. */
export const must = (verdict: Verdict): Effect.Effect<void, NotAllowed> =>
  verdict.ok
    ? Effect.void
    : new NotAllowed({ status: statusOf(verdict), code: verdict.code, message: explain(verdict) })

export const requireAllowed = ({ communityRole }: Inside, permission: Permission): Effect.Effect<void, NotAllowed> =>
  must(permissions[permission](communityRole))

/** The acting account. `action` completes "Sign in with your wallet to …". */
export const requireSignedIn = (
  { account }: Pick<AccountRole, "account">,
  action: string
): Effect.Effect<AccountAddress, NotSignedIn> =>
  account === null ? new NotSignedIn({ action }) : Effect.succeed(account)

/**
 * The account of the caller, for code whose rules decide: a visitor's is the empty text, which no row has, and the
 * rules refuse visitors anyway. Where an account is required, use `requireSignedIn`.
 */
export const actorOf = ({ account }: Pick<AccountRole, "account">): string => account ?? ""
