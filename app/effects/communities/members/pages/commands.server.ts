/**
 * Commands of the members page by the value of its buttons: what is read from the form, the service that does it, and
 * the page to go to. A form that is sent twice with one key has one effect (docs/goals.md B2).
 */
import { Effect } from "effect"
import type { Inside } from "~/effects/access/Inside"
import { safePath } from "~/effects/access/safePath"
import { pageAction, textOf } from "~/effects/base/remix/pageAction.server"
import { joinedHref } from "~/effects/communities/communities/hrefs"
import { inside } from "~/effects/communities/communities/inside.server"
import { Applications } from "../Applications.server"
import * as Forms from "../forms"
import { Invitations } from "../Invitations.server"
import { Joining } from "../Joining.server"
import { Leaving } from "../Leaving.server"
import { MemberChanges } from "../MemberChanges.server"
import { Weights } from "../Weights.server"
import { invitationCommands } from "./emailInvitations.server"
import { once, read, samePageOf } from "./memberForms.server"
import { weightCommands } from "./weights.server"

/** The page of this community that the form names as its return; otherwise the overview. */
const backTo = (here: Inside, form: FormData): string => {
  const home = `/community/detail/${here.community.id}`
  const back = safePath(textOf(form, "back"))
  return back !== undefined && (back === home || back.startsWith(`${home}/`)) ? back : home
}

/** `find` differs only for holders of an invitation to a community that they may not see. */
export const joinWith =
  <E, R>(find: Effect.Effect<Inside, E, R>) =>
  (form: FormData) =>
    Effect.gen(function* () {
      const here = yield* find
      const joining = yield* Joining
      const wanted = yield* read(Forms.JoinForm, fill(form))
      yield* joining.checkGate(here)
      const back = backTo(here, form)
      const entered = Effect.map(joining.enter(here, wanted), (end) => (end === "joined" ? joinedHref(back) : back))
      return yield* once(here, form, wanted, entered)
    })

/** Fields that the way of joining does not use are empty. */
const fill = (form: FormData): FormData => {
  const whole = new FormData()
  for (const name of ["rules", "note", "invite"]) whole.set(name, textOf(form, name).replaceAll("\r\n", "\n"))
  return whole
}

/** A person who leaves a private community cannot see it any more. */
const leave = (form: FormData) =>
  Effect.gen(function* () {
    const here = yield* inside
    const leaving = yield* Leaving
    const to = here.community.visibility === "private" ? "/myCommunities" : `/community/detail/${here.community.id}`
    return yield* once(here, form, {}, Effect.as(leaving.leave(here), to))
  })

/** Idempotent: a second submission changes nothing. */
const follow = (form: FormData) =>
  Effect.gen(function* () {
    const here = yield* inside
    yield* (yield* Joining).follow(here)
    return { to: backTo(here, form) }
  })

const unfollow = (form: FormData) =>
  Effect.gen(function* () {
    const here = yield* inside
    yield* (yield* Joining).unfollow(here)
    return { to: backTo(here, form) }
  })

const accept = (form: FormData) =>
  Effect.gen(function* () {
    const here = yield* inside
    const applications = yield* Applications
    const { account } = yield* read(Forms.AccountForm, form)
    const to = yield* samePageOf(here)
    return yield* once(here, form, { account }, Effect.as(applications.decide(here, account, { kind: "accept" }), to))
  })

const refuse = (form: FormData) =>
  Effect.gen(function* () {
    const here = yield* inside
    const applications = yield* Applications
    const { account, reason } = yield* read(Forms.ReasonForm, form)
    const to = yield* samePageOf(here)
    const decision = { kind: "refuse", reason } as const
    return yield* once(here, form, { account, reason }, Effect.as(applications.decide(here, account, decision), to))
  })

const role = (form: FormData) =>
  Effect.gen(function* () {
    const here = yield* inside
    const changes = yield* MemberChanges
    const wanted = yield* read(Forms.RoleForm, form)
    const to = yield* samePageOf(here)
    return yield* once(here, form, wanted, Effect.as(changes.setRole(here, wanted.account, wanted.role), to))
  })

const suspend = (form: FormData) =>
  Effect.gen(function* () {
    const here = yield* inside
    const suspensions = yield* MemberChanges
    const wanted = yield* read(Forms.SuspendForm, form)
    const { account, days, reason } = wanted
    const to = yield* samePageOf(here)
    return yield* once(here, form, wanted, Effect.as(suspensions.suspend(here, account, days, reason), to))
  })

const unsuspend = (form: FormData) =>
  Effect.gen(function* () {
    const here = yield* inside
    const suspensions = yield* MemberChanges
    const wanted = yield* read(Forms.ReasonForm, form)
    const to = yield* samePageOf(here)
    return yield* once(here, form, wanted, Effect.as(suspensions.unsuspend(here, wanted.account, wanted.reason), to))
  })

const remove = (form: FormData) =>
  Effect.gen(function* () {
    const here = yield* inside
    const changes = yield* MemberChanges
    const wanted = yield* read(Forms.ReasonForm, form)
    const to = yield* samePageOf(here)
    return yield* once(here, form, wanted, Effect.as(changes.remove(here, wanted.account, wanted.reason), to))
  })

const weight = (form: FormData) =>
  Effect.gen(function* () {
    const here = yield* inside
    const weights = yield* Weights
    const wanted = yield* read(Forms.WeightForm, form)
    const to = yield* samePageOf(here)
    return yield* once(here, form, wanted, Effect.as(weights.set(here, wanted.account, wanted.weight), to))
  })

const invite = (form: FormData) =>
  Effect.gen(function* () {
    const here = yield* inside
    const invitations = yield* Invitations
    const wanted = yield* read(Forms.InviteForm, form)
    const to = yield* samePageOf(here)
    return yield* once(here, form, wanted, Effect.as(invitations.create(here, wanted.uses, wanted.days), to))
  })

const revoke = (form: FormData) =>
  Effect.gen(function* () {
    const here = yield* inside
    const invitations = yield* Invitations
    const { code } = yield* read(Forms.RevokeForm, form)
    const to = yield* samePageOf(here)
    return yield* once(here, form, { code }, Effect.as(invitations.revoke(here, code), to))
  })

export const commands = {
  join: joinWith(inside),
  leave,
  follow,
  unfollow,
  accept,
  refuse,
  role,
  suspend,
  unsuspend,
  remove,
  weight,
  invite,
  revoke,
  ...invitationCommands,
  ...weightCommands
} as const

/** POST /community/detail/{id}/members: joining, leaving and every action on members. */
export const membersAction = pageAction(commands)
