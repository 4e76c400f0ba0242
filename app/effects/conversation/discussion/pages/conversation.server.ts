/**
 * The comments on a target as its page shows them: a page of comments, the one form that the address opens, the
 * reader's rights, and their reply draft. Shared by threads, proposals and announcements.
 */
import { Effect, Option } from "effect"
import type { Inside } from "~/effects/access/Inside"
import { permissions } from "~/effects/access/permissions"
import { explain, type Verdict } from "~/effects/access/rules"
import { randomToken } from "~/effects/base/text/random.server"
import { Drafts } from "~/effects/communities/drafts/Drafts.server"
import { Comments } from "../Comments.server"
import { type CommentTarget, readFrom } from "../CommentTarget"
import { ownReplies } from "../ownReplies.server"
import type { CommentsPage } from "../Post"
import type { ConversationPage, OpenForm, Refusal } from "../page"
import { mayAgree } from "../rights"

export const refusalOf = (verdict: Verdict): Refusal | null =>
  verdict.ok ? null : { code: verdict.code, message: explain(verdict) }

export const draftOf = (who: Inside, place: string) =>
  Effect.gen(function* () {
    const { account } = who.communityRole
    if (account === null) return null
    const drafts = yield* Drafts
    return Option.getOrNull(yield* drafts.get(account, place))
  })

/** The form that an address opens on one of these comments, if this reader may use it. */
export const openCommentForm = (who: Inside, target: CommentTarget, page: CommentsPage, params: URLSearchParams) =>
  Effect.gen(function* () {
    const wanted = params.get("do")
    const comment = page.comments.find((one) => one.id === params.get("post"))
    if (wanted === null || comment === undefined) return null
    const { author, id, rights, shown } = comment
    const post = { type: "comment", id } as const
    switch (wanted) {
      case "reply":
        return shown === "visible" && permissions.post(who.communityRole).ok
          ? ({ do: "reply", post, name: author.name } satisfies OpenForm)
          : null
      case "edit": {
        if (!rights.edit) return null
        const comments = yield* Comments
        const { body, version } = yield* comments.one(target, id, who.communityRole.account)
        return { do: "edit", post, version, title: "", body } satisfies OpenForm
      }
      case "report":
      case "remove":
        return rights[wanted] ? ({ do: wanted, post } satisfies OpenForm) : null
      case "hide":
      case "show":
        return rights.hide && shown === (wanted === "hide" ? "visible" : "hidden")
          ? ({ do: wanted, post } satisfies OpenForm)
          : null
      default:
        return null
    }
  })

/** @param closed why nobody may write here any more; null while people may */
export const conversation = (who: Inside, target: CommentTarget, params: URLSearchParams, closed: Refusal | null) =>
  Effect.gen(function* () {
    const comments = yield* Comments
    const page = yield* comments.page(who, target, readFrom(params))
    const reply = closed ?? refusalOf(permissions.post(who.communityRole))
    const place = `reply/${who.community.id}/${target.type}/${target.id}`
    return {
      target: { type: target.type, id: target.id },
      path: target.path,
      comments: page,
      form: yield* openCommentForm(who, target, page, params),
      reply,
      agree: refusalOf(mayAgree(who.communityRole, { shown: "visible" })),
      key: yield* randomToken,
      place,
      ...(reply === null ? yield* ownReplies(who, target, place) : { draft: null, waiting: [] })
    } satisfies ConversationPage
  })
