/** Who reviews expenses: by role, or everybody who can spend from the treasury, as the community has set. */
import { Effect } from "effect"
import type { CommunityId } from "~/effects/access/Community"
import type { Inside } from "~/effects/access/Inside"
import { must } from "~/effects/access/must"
import { type CommunityRole, roleNow } from "~/effects/access/permissions"
import { allowed, refuse, type Verdict, withProfile } from "~/effects/access/rules"
import type { Everyone } from "~/effects/activity/notifications/Notifications.server"
import type { Sql } from "~/effects/base/db/statements.server"
import { requirePrepared } from "~/effects/treasury/deployment/preparing.server"
import { treasuryAdmins } from "~/effects/treasury/escrow/treasuryAdmins.server"
import type { Expense, ExpenseRules, Reviewers } from "./Expense"
import { OwnExpense } from "./errors"

const ACTION = "review expenses"

const byRole = (who: CommunityRole, reviewers: Exclude<Reviewers, "signers">): Verdict => {
  const person = withProfile(who, ACTION)
  if (!person.ok) return person
  const role = roleNow(who)
  if (role === "owner" || (role === "moderator" && reviewers === "moderators")) return allowed
  return refuse("E-ROLE", {
    role: reviewers === "owner" ? "the owner" : "moderators and the owner",
    action: ACTION
  })
}

/** Guard of every decision. Reads the ledger if signers review. */
export const requireReviewer = Effect.fn("reviewing.requireReviewer")(function* (
  here: Inside,
  { reviewers }: Pick<ExpenseRules, "reviewers">
) {
  if (reviewers !== "signers") return yield* must(byRole(here.communityRole, reviewers))
  const { signers } = yield* requirePrepared(here, ACTION)
  const isSigner = signers === undefined || signers.seats.some(({ account }) => account === here.communityRole.account)
  if (!isSigner) yield* must(refuse("E-ROLE", { role: "signers of the treasury", action: ACTION }))
})

/** For pages: nobody counts as a reviewer while the ledger does not respond, and the page says so. */
export const reviewerHere = (here: Inside, rules: Pick<ExpenseRules, "reviewers">) =>
  requireReviewer(here, rules).pipe(
    Effect.as({ isReviewer: true, isUnsure: false }),
    Effect.timeout("3 seconds"),
    Effect.catchAll((failure) =>
      Effect.succeed({
        isReviewer: false,
        isUnsure: failure._tag === "GatewayDown" || failure._tag === "TimeoutException"
      })
    )
  )

/** Nobody decides on an expense of their own, or on one that pays them. */
export const isOwn = ({ account, payee }: Pick<Expense, "account" | "payee">, who: string | null): boolean =>
  who !== null && (account === who || payee === who)

export const requireOther = (expense: Pick<Expense, "account" | "payee">, who: string | null) =>
  isOwn(expense, who) ? new OwnExpense() : Effect.void

/** Whom to notify of what waits for reviewers. */
export const reviewersToNotify = (
  sql: Sql,
  communityId: CommunityId,
  { reviewers }: Pick<ExpenseRules, "reviewers">,
  except: string | null
) =>
  Effect.gen(function* () {
    const out = except === null ? [] : [except]
    if (reviewers !== "signers") {
      const roles = reviewers === "owner" ? (["owner"] as const) : (["moderator", "owner"] as const)
      return { everyoneIn: communityId, roles, except: out } satisfies Everyone
    }
    const admins = yield* treasuryAdmins(sql, communityId)
    return admins.filter((account) => !out.includes(account))
  })
