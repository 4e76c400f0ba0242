/**
 * The commands of a conversation's buttons: replying, agreeing, editing, removing, reporting, hiding. A page supplies
 * the target of its address; threads, proposals and announcements share the rest:
 *
 * ```ts export const action = (args) => respond(args, pageAction({ ...commentCommands(here), ...own }))
 *
 * ```
 */
import { Effect, type Schema } from "effect"
import type { Inside } from "~/effects/access/Inside"
import { must, requireAllowed } from "~/effects/access/must"
import { permissions } from "~/effects/access/permissions"
import { InvalidFields, NotSignedIn, NotThere } from "~/effects/base/failures/failures"
import { checkForm, formRecord } from "~/effects/base/remix/form"
import { type Done, textOf } from "~/effects/base/remix/pageAction.server"
import type { RouteFailure } from "~/effects/base/remix/refusal.server"
import { Drafts } from "~/effects/communities/drafts/Drafts.server"
import { undoable } from "~/effects/communities/undo/pages/undo.server"
import { waitingPath } from "~/effects/conversation/discussion/firstPosts"
import { FirstPosts } from "~/effects/conversation/moderation/FirstPosts.server"
import type { ModeratedPost } from "~/effects/conversation/moderation/Moderation"
import { Moderation } from "~/effects/conversation/moderation/Moderation.server"
import { Reports } from "~/effects/conversation/moderation/Reports.server"
import { CommentEdits } from "../CommentEdits.server"
import { Comments } from "../Comments.server"
import { type CommentTarget, commentPath } from "../CommentTarget"
import { CommentEdit, CommentForm, ReasonForm, ReportForm } from "../forms"
import { Marks } from "../Marks.server"
import { NewComments } from "../NewComments.server"
import { mayAgree, mayEdit, mayModerate, mayReport } from "../rights"

/** The caller, and the target of the comments. */
export interface Conversation {
  readonly who: Inside
  readonly target: CommentTarget
  /** The post that the comments are about, if it can itself be reported and hidden. */
  readonly subject?: ModeratedPost
}

export const checked = <A, I>(schema: Schema.Schema<A, I>, form: FormData) =>
  Effect.mapError(
    checkForm(schema, { parent: "", note: "", ...formRecord(form) }),
    (fields) => new InvalidFields({ fields })
  )

/** The idempotency key of a form (docs/goals.md). */
export const keyOf = (form: FormData) => {
  const key = textOf(form, "key")
  return key === "" ? null : key.slice(0, 200)
}

/** With scripts the page stays and reloads its data; without, it is redirected. */
export const done = (form: FormData, to: string): Done => (textOf(form, "stay") === "1" ? { message: "" } : { to })

export const account = (who: Inside, action: string) =>
  who.communityRole.account === null ? new NotSignedIn({ action }) : Effect.succeed(who.communityRole.account)

/** The post of a form: a comment of this conversation, or the target itself. */
export const postOf = ({ subject, target, who }: Conversation, form: FormData) =>
  Effect.gen(function* () {
    const id = textOf(form, "post")
    if (subject !== undefined && (id === "" || id === subject.id)) return subject
    if (!/^[a-z2-7]{12}$/.test(id)) return yield* new NotThere({})
    const comments = yield* Comments
    const { author, authorRole, shown } = yield* comments.one(target, id, who.communityRole.account)
    const path = commentPath(target, id)
    return { type: "comment", id, author, authorRole, shown, path, title: target.title } satisfies ModeratedPost
  })

/** Commands for writing, editing and removing. */
const writing = <E extends RouteFailure, R>(here: Effect.Effect<Conversation, E, R>) => {
  const reply = (form: FormData) =>
    Effect.gen(function* () {
      const { target, who } = yield* here
      // Rights are checked before the form's fields; here and below.
      yield* requireAllowed(who, "post")
      const firstPosts = yield* FirstPosts
      const typed = yield* checked(CommentForm, form)
      if (yield* firstPosts.mustWait(who)) {
        yield* firstPosts.submitComment(who, target, typed, keyOf(form))
        if (target.draftPlace !== undefined && typed.parent === "") {
          yield* (yield* Drafts).remove(yield* account(who, "take part"), target.draftPlace)
        }
        return { to: waitingPath(who.community.id) }
      }
      const newComments = yield* NewComments
      const id = yield* newComments.add(who, target, typed, keyOf(form))
      return { to: commentPath(target, id) }
    })

  const edit = (form: FormData) =>
    Effect.gen(function* () {
      const found = yield* here
      const { target, who } = found
      const post = yield* postOf(found, form)
      yield* must(mayEdit(who.communityRole, post))
      const commentEdits = yield* CommentEdits
      const { id } = post
      yield* commentEdits.save(who, target, id, yield* checked(CommentEdit, form))
      return { to: commentPath(target, id) }
    })

  const remove = (form: FormData) =>
    Effect.gen(function* () {
      const { target, who } = yield* here
      const commentEdits = yield* CommentEdits
      const id = textOf(form, "post")
      const path = commentPath(target, id)
      const removal = { kind: "comment", communityId: who.community.id, path } as const
      yield* undoable(removal, commentEdits.remove(who, target, id), permissions.post(who.communityRole).ok)
      return { to: path }
    })

  const agree = (isOn: boolean) => (form: FormData) =>
    Effect.gen(function* () {
      const found = yield* here
      const post = yield* postOf(found, form)
      yield* must(mayAgree(found.who.communityRole, post))
      const marks = yield* Marks
      yield* marks.agree(yield* account(found.who, "agree"), post, isOn)
      return done(form, post.path)
    })

  return { reply, edit, remove, agree: agree(true), unagree: agree(false) }
}

/** Reporting a post, and the moderators' commands. */
const moderating = <E extends RouteFailure, R>(here: Effect.Effect<Conversation, E, R>) => {
  const report = (form: FormData) =>
    Effect.gen(function* () {
      const found = yield* here
      const reports = yield* Reports
      const post = yield* postOf(found, form)
      yield* must(mayReport(found.who.communityRole, post))
      yield* reports.report(found.who, post, yield* checked(ReportForm, form))
      return { message: "Thank you. The moderators will look at it." }
    })

  const moderate = (action: "hide" | "show") => (form: FormData) =>
    Effect.gen(function* () {
      const found = yield* here
      const post = yield* postOf(found, form)
      yield* must(mayModerate(found.who.communityRole, post))
      const { reason } = yield* checked(ReasonForm, form)
      const moderation = yield* Moderation
      yield* moderation[action](found.who, post, reason)
      return { to: post.path }
    })

  return { report, hide: moderate("hide"), show: moderate("show") }
}

/** All commands, by the button's value, for the conversation that `here` finds. */
export const commentCommands = <E extends RouteFailure, R>(here: Effect.Effect<Conversation, E, R>) => ({
  ...writing(here),
  ...moderating(here)
})
