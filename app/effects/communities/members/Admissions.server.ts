/** The two ways into a community, each stored and announced: as a member immediately, or as a pending application. */
import { Clock, Effect } from "effect"
import type { Inside } from "~/effects/access/Inside"
import { requireSignedIn } from "~/effects/access/must"
import { Activity } from "~/effects/activity/activity/Activity.server"
import { Notifications } from "~/effects/activity/notifications/Notifications.server"
import { type KnownMembership, MembershipsRepo } from "~/effects/communities/communities/MembershipsRepo.server"
import { membersPath } from "./joining"

/** What a new membership or application resets. */
const asNew = { role: "member", weight: 1, suspendedUntil: null, reason: null } as const

interface Entry {
  readonly status: "active" | "applied"
  readonly invitedBy: string | null
  readonly applicationNote: string | null
  readonly ownerDecides: 0 | 1
}

export const makeAdmissions = Effect.gen(function* () {
  const memberships = yield* MembershipsRepo
  const activity = yield* Activity
  const notifications = yield* Notifications

  const store = Effect.fnUntraced(function* (here: Inside, known: KnownMembership | undefined, entry: Entry) {
    const joinedAt = yield* Clock.currentTimeMillis
    if (known !== undefined) return yield* memberships.change(known, { ...asNew, ...entry, joinedAt })
    const { ownerDecides, ...row } = entry
    const accountAddress = yield* requireSignedIn(here.standing, "join it")
    const who = { communityId: here.community.id, accountAddress }
    const marks = { notifications: "all", lastReadAt: null } as const
    yield* memberships
      .insert({ ...asNew, ...row, ...who, ...marks, joinedAt }, ownerDecides)
      .pipe(Effect.catchTag("AlreadyMember", Effect.die))
  })

  /** If the account was removed before, only the owner may decide. */
  const apply = Effect.fn("Admissions.apply")(function* (
    here: Inside,
    known: KnownMembership | undefined,
    note: string
  ) {
    const { id: communityId, name } = here.community
    const wasRemoved = known?.status === "removed"
    const applicationNote = note === "" ? null : note
    const ownerDecides = wasRemoved ? 1 : 0
    yield* store(here, known, { status: "applied", invitedBy: null, applicationNote, ownerDecides })
    const target = `${membersPath(communityId)}?tab=applications`
    const actor = here.standing.account
    yield* activity.record({ communityId, actor, type: "applied", target, visibility: "moderators" })
    const account = yield* requireSignedIn(here.standing, "join it")
    const group = { key: account, account, name: here.visitor?.profile?.username ?? "Somebody" }
    const to = {
      everyoneIn: communityId,
      roles: wasRemoved ? ["owner" as const] : ["owner" as const, "moderator" as const]
    }
    const text = `asks to join ${name}.`
    const telling = {
      to,
      type: "applicationReceived",
      communityId,
      target,
      text,
      group,
      importance: "important"
    } as const
    yield* notifications.tell(telling)
  })

  /** Makes the account a member; `invitedBy` made the invitation that was used. */
  const admit = Effect.fn("Admissions.admit")(function* (
    here: Inside,
    known: KnownMembership | undefined,
    invitedBy: string | null
  ) {
    yield* store(here, known, { status: "active", invitedBy, applicationNote: null, ownerDecides: 0 })
    const { id: communityId } = here.community
    const target = membersPath(communityId)
    yield* activity.record({
      communityId,
      actor: here.standing.account,
      type: "joined",
      target,
      visibility: "public"
    })
  })

  return { apply, admit }
})
