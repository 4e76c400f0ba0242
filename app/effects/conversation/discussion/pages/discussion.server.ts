/** GET /community/detail/{id}/discussion: the list, the form for a new thread, one thread, or the history of a post. */
import { Effect } from "effect"
import type { Inside } from "~/effects/access/Inside"
import { permissions } from "~/effects/access/permissions"
import { NotThere } from "~/effects/base/failures/failures"
import { RouteArgs } from "~/effects/base/remix/RouteArgs.server"
import { parseMarkdown } from "~/effects/base/text/markdown/parseMarkdown.server"
import { randomToken } from "~/effects/base/text/random.server"
import { inside } from "~/effects/communities/communities/inside.server"
import { Attachments } from "~/effects/conversation/attachments/Attachments.server"
import { AttachmentsRepo } from "~/effects/conversation/attachments/AttachmentsRepo.server"
import { FirstPosts } from "~/effects/conversation/moderation/FirstPosts.server"
import { personOf } from "~/effects/people/users/people.server"
import { Comments } from "../Comments.server"
import { readFrom } from "../CommentTarget"
import { isNarrowed, readThreadsQuery } from "../listQuery"
import { ownReplies } from "../ownReplies.server"
import { COMMENTS_PER_PAGE } from "../Post"
import { PostVersions } from "../PostVersions.server"
import type { DiscussionPage, HistoryPage, ListPage, NewPage, OpenForm, ThreadPage, WaitingPage } from "../page"
import { draftPlaces, readThreadNumber, targetOf } from "../place.server"
import { mayAgree, mayClose, mayEdit, mayPin, seesFiles } from "../rights"
import { Threads } from "../Threads.server"
import type { ThreadRow } from "../ThreadsRepo.server"
import { draftOf, openCommentForm, refusalOf } from "./conversation.server"

const listView = (who: Inside, params: URLSearchParams) =>
  Effect.gen(function* () {
    const threads = yield* Threads
    const query = readThreadsQuery(params)
    const { cards, next } = yield* threads.list(who, query)
    const total = isNarrowed(query) ? null : who.community.threadCount
    const waiting = yield* (yield* FirstPosts).own(who)
    return { view: "list", query, cards, next, total, waiting } satisfies ListPage
  })

const waitingView = (who: Inside) =>
  Effect.gen(function* () {
    const posts = yield* (yield* FirstPosts).own(who)
    return { view: "waiting", item: "Waiting posts", posts } satisfies WaitingPage
  })

const newView = (who: Inside) =>
  Effect.gen(function* () {
    const refusal = refusalOf(permissions.post(who.communityRole))
    return {
      view: "new",
      key: yield* randomToken,
      refusal,
      draft: refusal === null ? yield* draftOf(who, draftPlaces.thread(who)) : null
    } satisfies NewPage
  })

/** The form that an address opens, if this reader may use it; none otherwise. */
const openForm = (who: Inside, thread: ThreadRow, page: ThreadPage["comments"], params: URLSearchParams) =>
  Effect.gen(function* () {
    if (params.get("post") !== null) return yield* openCommentForm(who, targetOf(who, thread), page, params)
    const wanted = params.get("do")
    const post = { type: "thread", id: thread.id } as const
    const { rights } = (yield* Threads).view(who, thread)
    switch (wanted) {
      case "edit": {
        if (!mayEdit(who.communityRole, thread).ok) return null
        const { body, title, version } = thread
        return { do: "edit", post, version, title, body } satisfies OpenForm
      }
      case "report":
      case "remove":
        return rights[wanted] ? ({ do: wanted, post } satisfies OpenForm) : null
      case "hide":
      case "show":
        return rights.hide && thread.shown === (wanted === "hide" ? "visible" : "hidden")
          ? ({ do: wanted, post } satisfies OpenForm)
          : null
      case "close":
      case "reopen": {
        const fits = thread.state === (wanted === "close" ? "open" : "closed")
        const needsReason = thread.author !== who.communityRole.account
        return fits && mayClose(who.communityRole, thread).ok
          ? ({ do: wanted, post, needsReason } satisfies OpenForm)
          : null
      }
      default:
        return null
    }
  })

const threadView = (who: Inside, thread: ThreadRow, params: URLSearchParams) =>
  Effect.gen(function* () {
    const threads = yield* Threads
    const comments = yield* Comments
    // A thread that fits on one page is always shown from its start.
    const from = thread.commentCount <= COMMENTS_PER_PAGE ? null : readFrom(params)
    const page = yield* comments.page(who, targetOf(who, thread), from)
    const mayPost = refusalOf(permissions.post(who.communityRole))
    const isOpen = thread.state === "open" && thread.shown === "visible"
    return {
      view: "thread",
      item: `Thread ${thread.number}`,
      thread: threads.view(who, thread),
      attachments: seesFiles(who.communityRole, thread)
        ? yield* (yield* AttachmentsRepo).of({ type: "thread", id: thread.id })
        : [],
      mayAttach: mayEdit(who.communityRole, thread).ok,
      comments: page,
      rights: {
        reply: isOpen ? mayPost : { code: "E-STATE", message: "This thread is closed." },
        agree: refusalOf(mayAgree(who.communityRole, { shown: "visible" })),
        close: mayClose(who.communityRole, thread).ok,
        pin: mayPin(who.communityRole).ok
      },
      form: yield* openForm(who, thread, page, params),
      key: yield* randomToken,
      ...(isOpen && mayPost === null
        ? yield* ownReplies(who, { type: "thread", id: thread.id }, draftPlaces.reply(who, thread.number))
        : { draft: null, waiting: [] }),
      rules: parseMarkdown(who.community.rules, { userText: true, topHeading: 4, anchorPrefix: "rules-" })
    } satisfies ThreadPage
  })

/** History of a visible post; hidden or removed ones have none. */
const historyView = (who: Inside, thread: ThreadRow, id: string | null) =>
  Effect.gen(function* () {
    const versions = yield* PostVersions
    const comments = yield* Comments
    const about = {
      view: "history",
      item: `Thread ${thread.number}`,
      number: thread.number,
      title: thread.title
    } as const
    if (id === null || id === "") {
      if (thread.shown !== "visible") return yield* new NotThere({})
      return {
        ...about,
        post: { type: "thread", id: thread.id },
        author: personOf(thread.author, thread),
        versions: yield* versions.history("thread", thread)
      } satisfies HistoryPage
    }
    const comment = yield* comments.one(targetOf(who, thread), id, who.communityRole.account)
    if (comment.shown !== "visible") return yield* new NotThere({})
    return {
      ...about,
      post: { type: "comment", id: comment.id },
      author: personOf(comment.author, comment),
      versions: yield* versions.history("comment", { ...comment, title: null })
    } satisfies HistoryPage
  })

export const discussionPage = Effect.gen(function* () {
  const { request } = yield* RouteArgs
  const who = yield* inside
  const { searchParams } = new URL(request.url)
  const asked = searchParams.get("thread")
  if (asked === null && searchParams.get("waiting") === "1") return yield* waitingView(who)
  if (asked === null) return yield* searchParams.get("new") === "1" ? newView(who) : listView(who, searchParams)
  const threads = yield* Threads
  const thread = yield* threads.row(who, yield* readThreadNumber(asked))
  return yield* searchParams.get("do") === "history"
    ? historyView(who, thread, searchParams.get("post"))
    : threadView(who, thread, searchParams)
}).pipe(Effect.map((page): DiscussionPage => page))

/** GET /api/threads/{community}/{number}/files/{file}: for everybody who can read the thread, checked each time. */
export const threadFile = Effect.gen(function* () {
  const who = yield* inside
  const { params } = yield* RouteArgs
  const thread = yield* (yield* Threads).row(who, yield* readThreadNumber(params.number ?? ""))
  if (!seesFiles(who.communityRole, thread)) return yield* new NotThere({})
  return yield* (yield* Attachments).send({ type: "thread", id: thread.id }, params.file ?? "")
})
