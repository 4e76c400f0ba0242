import { Effect } from "effect"
import type { AccountAddress } from "~/effects/base/addresses/addresses"
import { NotAllowed, NotSignedIn } from "~/effects/base/failures/failures"
import type { Inside } from "./Inside"
import { type Permission, permissions } from "./permissions"
import { type AccountRole, explain, type Refusal, statusOf, type Verdict } from "./rules"

const NOBODY: Refusal = { ok: false, code: "E-AUTH", params: { action: "do this" } }

const notAllowed = (refusal: Refusal) =>
  new NotAllowed({ status: statusOf(refusal), code: refusal.code, message: explain(refusal) })

/** Turns a refusal into the failure that ends a request. */
export const must = (verdict: Verdict): Effect.Effect<void, NotAllowed> =>
  verdict.ok ? Effect.void : notAllowed(verdict)

/** The account that acts, if the rule allows it. What visitors may do too has no actor, and is refused. */
export const actorOf = (
  { account }: Pick<AccountRole, "account">,
  verdict: Verdict
): Effect.Effect<AccountAddress, NotAllowed> => {
  if (!verdict.ok) return notAllowed(verdict)
  return account === null ? notAllowed(NOBODY) : Effect.succeed(account)
}

/** The account that acts, if it has this permission. */
export const requireAllowed = (
  { communityRole }: Inside,
  permission: Permission
): Effect.Effect<AccountAddress, NotAllowed> => actorOf(communityRole, permissions[permission](communityRole))

/** The acting account. `action` completes "Sign in with your wallet to …". */
export const requireSignedIn = (
  { account }: Pick<AccountRole, "account">,
  action: string
): Effect.Effect<AccountAddress, NotSignedIn> =>
  account === null ? new NotSignedIn({ action }) : Effect.succeed(account)
