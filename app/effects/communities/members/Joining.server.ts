/**
 * Joins a community (docs/product/communities.md). The write reads the membership again under its lock, decides by the
 * same rules as the page, and announces the result in the same transaction. The ledger is queried before the
 * transaction, never inside it.
 */
import { Effect } from "effect"
import type { Inside } from "~/effects/access/Inside"
import { actorOf, must } from "~/effects/access/must"
import { permissions } from "~/effects/access/permissions"
import { Sql } from "~/effects/base/db/statements.server"
import { NotAllowed } from "~/effects/base/failures/failures"
import { atomically } from "~/effects/base/limits/atomically.server"
import { MembershipsRepo } from "~/effects/communities/communities/MembershipsRepo.server"
import { makeAdmissions } from "./Admissions.server"
import { DailyMoves } from "./DailyMoves.server"
import type { JoinForm } from "./forms"
import { standingOf } from "./fresh"
import { Invitations } from "./Invitations.server"
import { joinState, policyOf, wayIn } from "./joining"
import { makeTokenGate } from "./TokenGate.server"

const subjectOf = ({ community }: Inside, standing: Inside["standing"]) => ({ ...community, standing })

const requireNotSuspended = (here: Inside, standing: Inside["standing"]) => {
  const state = joinState(subjectOf(here, standing), "")
  return state.kind === "suspended"
    ? new NotAllowed({ status: 403, code: "E-SUSPENDED", message: state.message })
    : Effect.void
}

export class Joining extends Effect.Service<Joining>()("communities/members/Joining", {
  dependencies: [MembershipsRepo.Default, Invitations.Default, DailyMoves.Default],
  effect: Effect.gen(function* () {
    const sql = yield* Sql
    const memberships = yield* MembershipsRepo
    const invitations = yield* Invitations
    const admissions = yield* makeAdmissions
    const moves = yield* DailyMoves
    const gate = yield* makeTokenGate

    /** Queries the ledger if joining needs a token. Members are not checked. */
    const checkGate = Effect.fn("Joining.checkGate")(function* (here: Inside) {
      const { account } = here.standing
      const state = joinState(subjectOf(here, here.standing), "")
      if (account === null || state.kind !== "outside" || state.obstacle !== null || state.way !== "token") return
      yield* gate.requireHolding(here.community, account)
    })

    /** Admits the caller, or stores the application. Call `checkGate` first, outside the transaction. */
    const enter = Effect.fn("Joining.enter")(function* (here: Inside, form: JoinForm) {
      const { community } = here
      const account = actorOf(here.standing)
      yield* requireNotSuspended(here, here.standing)
      yield* must(permissions.join(here.standing))
      yield* memberships.withLock(community.id)
      const known = (yield* memberships.findSome(community.id, [account])).get(account)
      const standing = standingOf(here.standing, known)
      yield* requireNotSuspended(here, standing)
      yield* must(permissions.join(standing))
      const state = joinState(subjectOf(here, standing), form.invite)
      if (state.kind === "applied") return "applied" as const
      yield* moves.requireFit(account)
      const way = wayIn(policyOf(community), known?.status === "removed", form.invite !== "")
      if (way === "approval") {
        yield* admissions.apply(here, known, form.note)
        return "applied" as const
      }
      const invitedBy = way === "invite" ? yield* invitations.use(community.id, form.invite) : null
      yield* admissions.admit(here, known, invitedBy)
      return "joined" as const
    }, atomically(sql))

    return { checkGate, enter }
  })
}) {}
