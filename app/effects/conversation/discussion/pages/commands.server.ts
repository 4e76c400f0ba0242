/** POST /community/detail/{id}/discussion: the commands of its buttons. Forms post to the address of their page. */
import { Effect } from "effect"
import type { Inside } from "~/effects/access/Inside"
import { must, requireAllowed } from "~/effects/access/must"
import { permissions } from "~/effects/access/permissions"
import { MalformedBody } from "~/effects/base/failures/failures"
import { textOf } from "~/effects/base/remix/pageAction.server"
import { RouteArgs } from "~/effects/base/remix/RouteArgs.server"
import { inside } from "~/effects/communities/communities/inside.server"
import { Drafts } from "~/effects/communities/drafts/Drafts.server"
import { undoable } from "~/effects/communities/undo/pages/undo.server"
import { attachmentCommands } from "~/effects/conversation/attachments/pages/attaching.server"
import { waitingPath } from "~/effects/conversation/discussion/firstPosts"
import { FirstPosts } from "~/effects/conversation/moderation/FirstPosts.server"
import type { ModeratedPost } from "~/effects/conversation/moderation/Moderation"
import { Moderation } from "~/effects/conversation/moderation/Moderation.server"
import { Follows } from "../Follows.server"
import { CommentEdit, ReasonForm, ThreadEdit, ThreadForm } from "../forms"
import { Marks } from "../Marks.server"
import { discussionPath, draftPlaces, readThreadNumber, targetOf, threadPath } from "../place.server"
import { mayClose, mayEdit } from "../rights"
import { ThreadEdits } from "../ThreadEdits.server"
import { Threads } from "../Threads.server"
import type { ThreadRow } from "../ThreadsRepo.server"
import { account, checked, commentCommands, done, keyOf } from "./postCommands.server"

/** The thread of the address. */
const here = Effect.gen(function* () {
  const { request } = yield* RouteArgs
  const who = yield* inside
  const threads = yield* Threads
  const number = yield* readThreadNumber(new URL(request.url).searchParams.get("thread") ?? "")
  const thread = yield* threads.row(who, number)
  const { author, authorRole, id, shown, title } = thread
  const path = threadPath(who.community.id, number)
  const subject: ModeratedPost = { type: "thread", id, author, authorRole, shown, title, path }
  return { who, thread, target: targetOf(who, thread), path, subject }
})

const inConversation = commentCommands(here)

const start = (form: FormData) =>
  Effect.gen(function* () {
    const who = yield* inside
    yield* requireAllowed(who, "post")
    const firstPosts = yield* FirstPosts
    const typed = yield* checked(ThreadForm, form)
    const waits = yield* firstPosts.mustWait(who)
    const to = waits
      ? Effect.as(firstPosts.submitThread(who, typed, keyOf(form)), waitingPath(who.community.id))
      : Effect.flatMap(ThreadEdits, (newThreads) =>
          Effect.map(newThreads.start(who, typed, keyOf(form)), (number) => threadPath(who.community.id, number))
        )
    const path = yield* to
    const drafts = yield* Drafts
    yield* drafts.remove(yield* account(who, "take part"), draftPlaces.thread(who))
    return { to: path }
  })

/** An author's own post that waits for a moderator. */
const editWaiting = (form: FormData) =>
  Effect.gen(function* () {
    const who = yield* inside
    yield* requireAllowed(who, "post")
    const firstPosts = yield* FirstPosts
    const { id, type } = yield* firstPosts.find(who, textOf(form, "post"))
    const { version, ...text } = yield* type === "thread" ? checked(ThreadEdit, form) : checked(CommentEdit, form)
    yield* firstPosts.edit(who, id, version, text)
    return { to: waitingPath(who.community.id) }
  })

/** Also for those who may not write any more. */
const withdrawWaiting = (form: FormData) =>
  Effect.gen(function* () {
    const who = yield* inside
    yield* account(who, "withdraw a post")
    yield* (yield* FirstPosts).withdraw(who, textOf(form, "post"))
    return { to: waitingPath(who.community.id) }
  })

const isAboutThread = (form: FormData, thread: ThreadRow) => {
  const id = textOf(form, "post")
  return id === "" || id === thread.id
}

const edit = (form: FormData) =>
  Effect.gen(function* () {
    const { path, thread, who } = yield* here
    if (!isAboutThread(form, thread)) return yield* inConversation.edit(form)
    yield* must(mayEdit(who.communityRole, thread))
    const threadEdits = yield* ThreadEdits
    yield* threadEdits.save(who, thread.number, yield* checked(ThreadEdit, form))
    return { to: path }
  })

const remove = (form: FormData) =>
  Effect.gen(function* () {
    const { path, thread, who } = yield* here
    if (!isAboutThread(form, thread)) return yield* inConversation.remove(form)
    const threadEdits = yield* ThreadEdits
    const removal = { kind: "thread", communityId: who.community.id, path } as const
    yield* undoable(removal, threadEdits.remove(who, thread.number), permissions.post(who.communityRole).ok)
    return { to: discussionPath(who) }
  })

const attaching = Effect.gen(function* () {
  const { path, thread, who } = yield* here
  yield* must(mayEdit(who.communityRole, thread))
  const { hold } = yield* ThreadEdits
  return { who, target: { type: "thread" as const, id: thread.id }, path, hold: hold(thread) }
})

const isFollowState = (text: string) => text === "following" || text === "muted" || text === "none"

const follow = (form: FormData) =>
  Effect.gen(function* () {
    const { path, target, who } = yield* here
    const state = textOf(form, "state")
    if (!isFollowState(state)) return yield* new MalformedBody({})
    const follows = yield* Follows
    yield* follows.follow(yield* account(who, "follow threads"), target, state)
    return done(form, path)
  })

const readAll = (form: FormData) =>
  Effect.gen(function* () {
    const who = yield* inside
    const marks = yield* Marks
    yield* marks.markAllRead(yield* account(who, "mark threads as read"), who.community.id)
    return done(form, discussionPath(who))
  })

const reasonFor = (who: Inside, thread: ThreadRow, form: FormData) =>
  thread.author === who.communityRole.account
    ? Effect.succeed("")
    : Effect.map(checked(ReasonForm, form), ({ reason }) => reason)

const setOpen = (isOpen: boolean) => (form: FormData) =>
  Effect.gen(function* () {
    const { path, thread, who } = yield* here
    yield* must(mayClose(who.communityRole, thread))
    const care = yield* Moderation
    yield* care.setOpen(who, thread, isOpen, yield* reasonFor(who, thread, form))
    return { to: path }
  })

const pin = (isPinned: boolean) => (form: FormData) =>
  Effect.gen(function* () {
    const { path, thread, who } = yield* here
    const care = yield* Moderation
    yield* care.pin(who, thread, isPinned)
    return done(form, path)
  })

/** By the value of `intent`. */
export const discussionCommands = {
  ...inConversation,
  start,
  "edit-waiting": editWaiting,
  "withdraw-waiting": withdrawWaiting,
  edit,
  remove,
  ...attachmentCommands(attaching),
  follow,
  "read-all": readAll,
  close: setOpen(false),
  reopen: setOpen(true),
  pin: pin(true),
  unpin: pin(false)
}
