/**
 * Joining and leaving (docs/product/communities.md, 3.4, 3.6.7). Each write reads the membership again in its own turn,
 * decides by the same rules as the page, and tells what happened in the same transaction. The ledger is asked before,
 * never inside it.
 */
import { SqlClient } from "@effect/sql"
import { Clock, Duration, Effect } from "effect"
import type { Inside } from "~/effects/access/Inside"
import { must } from "~/effects/access/must"
import { permissions } from "~/effects/access/permissions"
import { Activity } from "~/effects/activity/activity/Activity.server"
import { Notifications } from "~/effects/activity/notifications/Notifications.server"
import { NotAllowed, TooMany } from "~/effects/base/failures/failures"
import { atomically } from "~/effects/base/limits/atomically.server"
import { type KnownMembership, MembershipsRepo } from "~/effects/communities/communities/MembershipsRepo.server"
import type { JoinForm } from "./forms"
import { standingOf } from "./fresh"
import { Invitations } from "./Invitations.server"
import { joinState, membersPath, policyOf, wayIn } from "./joining"
import { TokenGate } from "./TokenGate.server"

/** Joins, applications and departures of one account in a day: nobody needs more, and each of them tells others. */
const MOVES_A_DAY = 20
const DAY_MS = Duration.toMillis("1 day")

export class Joining extends Effect.Service<Joining>()("effects/Joining", {
  dependencies: [MembershipsRepo.Default, Invitations.Default, TokenGate.Default],
  effect: Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const memberships = yield* MembershipsRepo
    const invitations = yield* Invitations
    const activity = yield* Activity
    const notifications = yield* Notifications
    const gate = yield* TokenGate

    const subjectOf = ({ community }: Inside, standing: Inside["standing"]) => ({ ...community, standing })

    /** Asks the ledger where a token opens the door. Whoever is inside already is not asked. */
    const checkGate = Effect.fn("Joining.checkGate")(function* (here: Inside) {
      const { account } = here.standing
      const state = joinState(subjectOf(here, here.standing), "")
      if (account === null || state.kind !== "outside" || state.obstacle !== null || state.way !== "token") return
      yield* gate.mustHold(here.community, account)
    })

    const mustRest = Effect.fn("Joining.mustRest")(function* (account: string) {
      const now = yield* Clock.currentTimeMillis
      const rows = yield* Effect.orDie(sql<{ readonly at: number }>`SELECT at FROM activity_events
        WHERE actor = ${account} AND at > ${now - DAY_MS}
          AND type IN ('joined', 'left', 'applied', 'applicationWithdrawn')
        ORDER BY at DESC LIMIT ${MOVES_A_DAY}`)
      const oldest = rows.at(-1)
      if (oldest === undefined || rows.length < MOVES_A_DAY) return
      const until = oldest.at + DAY_MS
      const time = new Date(until).toISOString().slice(11, 16)
      return yield* new TooMany({
        message: `You have reached today's limit of ${MOVES_A_DAY} joins and departures. It resets at ${time} UTC.`,
        retryAfter: Math.ceil((until - now) / 1_000)
      })
    })

    /** Everything that starts anew when somebody comes in or asks to. */
    const asNew = { role: "member", weight: 1, suspendedUntil: null, reason: null } as const

    const store = (
      here: Inside,
      account: string,
      known: KnownMembership | undefined,
      entry: {
        readonly status: "active" | "applied"
        readonly joinedAt: number
        readonly invitedBy: string | null
        readonly applicationNote: string | null
        readonly ownerDecides: 0 | 1
      }
    ) => {
      const { ownerDecides, ...row } = entry
      if (known !== undefined) return memberships.change(known, { ...asNew, ...entry })
      return memberships
        .insert(
          {
            ...asNew,
            ...row,
            communityId: here.community.id,
            accountAddress: account,
            notifications: "all",
            lastReadAt: null
          },
          ownerDecides
        )
        .pipe(Effect.catchTag("AlreadyMember", Effect.die))
    }

    const mustNotBeSuspended = (here: Inside, standing: Inside["standing"]) => {
      const state = joinState(subjectOf(here, standing), "")
      return state.kind === "suspended"
        ? new NotAllowed({ status: 403, code: "E-SUSPENDED", message: state.message })
        : Effect.void
    }

    /** Lets somebody in, or takes the application. `checkGate` comes before, outside of the transaction. */
    const enter = Effect.fn("Joining.enter")(function* (here: Inside, form: JoinForm) {
      const { community } = here
      const account = here.standing.account ?? ""
      yield* mustNotBeSuspended(here, here.standing)
      yield* must(permissions.join(here.standing))
      yield* memberships.takeTurn(community.id)
      const known = (yield* memberships.findSome(community.id, [account])).get(account)
      const standing = standingOf(here.standing, known)
      yield* mustNotBeSuspended(here, standing)
      yield* must(permissions.join(standing))
      const state = joinState(subjectOf(here, standing), form.invite)
      if (state.kind === "applied") return "applied" as const
      yield* mustRest(account)

      const wasRemoved = known?.status === "removed"
      const way = wayIn(policyOf(community), wasRemoved, form.invite !== "")
      const now = yield* Clock.currentTimeMillis
      const target = membersPath(community.id)
      if (way === "approval") {
        const note = form.note === "" ? null : form.note
        const ownerDecides = wasRemoved ? 1 : 0
        yield* store(here, account, known, {
          status: "applied",
          joinedAt: now,
          invitedBy: null,
          applicationNote: note,
          ownerDecides
        })
        yield* activity.record({
          communityId: community.id,
          actor: account,
          type: "applied",
          target: `${target}?tab=applications`,
          visibility: "moderators"
        })
        yield* notifications.tell({
          to: {
            everyoneIn: community.id,
            roles: wasRemoved ? ["owner"] : ["owner", "moderator"]
          },
          type: "applicationReceived",
          communityId: community.id,
          target: `${target}?tab=applications`,
          text: `${nameOf(here)} asks to join ${community.name}.`,
          importance: "important"
        })
        return "applied" as const
      }
      const invitedBy = way === "invite" ? yield* invitations.use(community.id, form.invite) : null
      yield* store(here, account, known, {
        status: "active",
        joinedAt: now,
        invitedBy,
        applicationNote: null,
        ownerDecides: 0
      })
      yield* activity.record({
        communityId: community.id,
        actor: account,
        type: "joined",
        target,
        visibility: "public"
      })
      return "joined" as const
    }, atomically(sql))

    /**
     * Leaves, or takes the application back. A suspension stays beside who left, and a removal stands again after a
     * withdrawn application: neither can be walked around.
     */
    const leave = Effect.fn("Joining.leave")(function* (here: Inside) {
      const { community } = here
      const account = here.standing.account ?? ""
      yield* memberships.takeTurn(community.id)
      const known = (yield* memberships.findSome(community.id, [account])).get(account)
      const standing = standingOf(here.standing, known)
      yield* must(permissions.leave(standing))
      if (known === undefined) return
      yield* mustRest(account)
      const isApplication = known.status === "applied"
      const status = isApplication && known.ownerDecides === 1 ? "removed" : "left"
      yield* memberships.change(known, { status, role: "member", applicationNote: null, ownerDecides: 0 })
      yield* activity.record({
        communityId: community.id,
        actor: account,
        type: isApplication ? "applicationWithdrawn" : "left",
        target: membersPath(community.id),
        visibility: isApplication ? "moderators" : "public"
      })
    }, atomically(sql))

    return { checkGate, enter, leave }
  })
}) {}

const nameOf = ({ visitor }: Inside): string => visitor?.profile?.username ?? "Somebody"
