/** POST /community/detail/{id}/discussion: what each button does. Forms post to the address they stand on. */
import { Effect, type Schema } from "effect"
import { type Inside, inside, must } from "../communities/inside.server"
import { Drafts } from "../drafts/Drafts.server"
import { InvalidFields, MalformedBody, NotSignedIn, NotThere } from "../failures"
import { type ModeratedPost, Moderation } from "../moderation/Moderation.server"
import { ThreadCare } from "../moderation/ThreadCare.server"
import { checkForm, formRecord } from "../remix/form"
import { type Done, textOf } from "../remix/pageAction.server"
import { RouteArgs } from "../runtime.server"
import { Comments, commentPath } from "./Comments.server"
import { Edits } from "./Edits.server"
import { CommentEdit, CommentForm, ReasonForm, ReportForm, ThreadEdit, ThreadForm } from "./forms"
import { Marks } from "./Marks.server"
import { discussionPath, draftPlaces, readThreadNumber, targetOf } from "./place.server"
import { mayAgree } from "./rights"
import { Threads, threadPath } from "./Threads.server"
import type { ThreadRow } from "./ThreadsRepo.server"

const checked = <A, I>(schema: Schema.Schema<A, I>, form: FormData) =>
  Effect.mapError(
    checkForm(schema, { parent: "", note: "", ...formRecord(form) }),
    (fields) => new InvalidFields({ fields })
  )

const keyOf = (form: FormData) => {
  const key = textOf(form, "key")
  return key === "" ? null : key.slice(0, 200)
}

/** With a script the page stays where it is and only asks again; without one it is led back. */
const done = (form: FormData, to: string): Done => (textOf(form, "stay") === "1" ? { message: "" } : { to })

/** The thread of the address. */
const here = Effect.gen(function* () {
  const { request } = yield* RouteArgs
  const who = yield* inside
  const threads = yield* Threads
  const number = yield* readThreadNumber(new URL(request.url).searchParams.get("thread") ?? "")
  const thread = yield* threads.row(who, number)
  return { who, thread, target: targetOf(who, thread), path: threadPath(who.community.id, thread.number) }
})
type Here = Effect.Effect.Success<typeof here>

const account = (who: Inside, action: string) =>
  who.standing.account === null ? new NotSignedIn({ action }) : Effect.succeed(who.standing.account)

/** The post a form is about: a comment of this thread, or the thread itself. */
const postOf = ({ path, target, thread, who }: Here, form: FormData) =>
  Effect.gen(function* () {
    const id = textOf(form, "post")
    const about = { title: thread.title }
    if (id === "" || id === thread.id) {
      const { author, authorRole, shown } = thread
      return { type: "thread", id: thread.id, author, authorRole, shown, path, ...about } satisfies ModeratedPost
    }
    if (!/^[a-z2-7]{12}$/.test(id)) return yield* new NotThere({})
    const edits = yield* Edits
    const { author, authorRole, shown } = yield* edits.commentOf(target, id, who.standing.account)
    const place = commentPath(target, id)
    return { type: "comment", id, author, authorRole, shown, path: place, ...about } satisfies ModeratedPost
  })

const start = (form: FormData) =>
  Effect.gen(function* () {
    const who = yield* inside
    const threads = yield* Threads
    const number = yield* threads.start(who, yield* checked(ThreadForm, form), keyOf(form))
    const drafts = yield* Drafts
    yield* drafts.remove(yield* account(who, "take part"), draftPlaces.thread(who))
    return { to: threadPath(who.community.id, number) }
  })

const reply = (form: FormData) =>
  Effect.gen(function* () {
    const { target, thread, who } = yield* here
    const comments = yield* Comments
    const id = yield* comments.add(who, target, yield* checked(CommentForm, form), keyOf(form))
    if (textOf(form, "parent") === "") {
      const drafts = yield* Drafts
      yield* drafts.remove(yield* account(who, "take part"), draftPlaces.reply(who, thread.number))
    }
    return { to: commentPath(target, id) }
  })

const edit = (form: FormData) =>
  Effect.gen(function* () {
    const found = yield* here
    const post = yield* postOf(found, form)
    const edits = yield* Edits
    if (post.type === "thread")
      yield* edits.saveThread(found.who, found.thread.number, yield* checked(ThreadEdit, form))
    else yield* edits.saveComment(found.who, found.target, post.id, yield* checked(CommentEdit, form))
    return { to: post.path }
  })

const remove = (form: FormData) =>
  Effect.gen(function* () {
    const found = yield* here
    const post = yield* postOf(found, form)
    const edits = yield* Edits
    if (post.type === "comment") {
      yield* edits.removeComment(found.who, found.target, post.id)
      return { to: post.path }
    }
    yield* edits.removeThread(found.who, found.thread.number)
    return { to: discussionPath(found.who) }
  })

const agree = (isOn: boolean) => (form: FormData) =>
  Effect.gen(function* () {
    const found = yield* here
    const post = yield* postOf(found, form)
    yield* must(mayAgree(found.who.standing, post))
    const marks = yield* Marks
    yield* marks.agree(yield* account(found.who, "agree"), post, isOn)
    return done(form, post.path)
  })

const isFollowState = (text: string) => text === "following" || text === "muted" || text === "none"

const follow = (form: FormData) =>
  Effect.gen(function* () {
    const { path, target, who } = yield* here
    const state = textOf(form, "state")
    if (!isFollowState(state)) return yield* new MalformedBody({})
    const marks = yield* Marks
    yield* marks.follow(yield* account(who, "follow threads"), target, state)
    return done(form, path)
  })

const readAll = (form: FormData) =>
  Effect.gen(function* () {
    const who = yield* inside
    const marks = yield* Marks
    yield* marks.markAllRead(yield* account(who, "mark threads as read"), who.community.id)
    return done(form, discussionPath(who))
  })

const report = (form: FormData) =>
  Effect.gen(function* () {
    const found = yield* here
    const moderation = yield* Moderation
    const post = yield* postOf(found, form)
    yield* moderation.report(found.who, post, yield* checked(ReportForm, form))
    return { message: "Thank you. The moderators will look at it." }
  })

const moderate = (action: "hide" | "show") => (form: FormData) =>
  Effect.gen(function* () {
    const found = yield* here
    const moderation = yield* Moderation
    const post = yield* postOf(found, form)
    const { reason } = yield* checked(ReasonForm, form)
    yield* moderation[action](found.who, post, reason)
    return { to: post.path }
  })

const reasonFor = (who: Inside, thread: ThreadRow, form: FormData) =>
  thread.author === who.standing.account
    ? Effect.succeed("")
    : Effect.map(checked(ReasonForm, form), ({ reason }) => reason)

const setOpen = (isOpen: boolean) => (form: FormData) =>
  Effect.gen(function* () {
    const { path, thread, who } = yield* here
    const care = yield* ThreadCare
    yield* care.setOpen(who, thread, isOpen, yield* reasonFor(who, thread, form))
    return { to: path }
  })

const pin = (isPinned: boolean) => (form: FormData) =>
  Effect.gen(function* () {
    const { path, thread, who } = yield* here
    const care = yield* ThreadCare
    yield* care.pin(who, thread, isPinned)
    return done(form, path)
  })

/** By the value of `intent`. */
export const discussionCommands = {
  start,
  reply,
  edit,
  remove,
  agree: agree(true),
  unagree: agree(false),
  follow,
  "read-all": readAll,
  report,
  hide: moderate("hide"),
  show: moderate("show"),
  close: setOpen(false),
  reopen: setOpen(true),
  pin: pin(true),
  unpin: pin(false)
}
