/**
 * What one reader may do with one post (docs/product/access.md): pages show it, and the server checks the same. Pure.
 */

import type { Role } from "~/effects/access/Membership"
import { type CommunityRole, mayActOn, permissions } from "~/effects/access/permissions"
import { allowed, refuse, type Verdict } from "~/effects/access/rules"
import type { PostRights, Shown, ThreadState } from "./Post"

export interface PostSubject {
  readonly author: string
  /** The author's current role in the community; null if they left. */
  readonly authorRole: Role | null
  readonly shown: Shown
}

const state = (thing: string, state: string, action: string): Verdict => refuse("E-STATE", { thing, state, action })

/** Hiding, showing again, and deciding reports. */
export const mayModerate = (who: CommunityRole, post: Omit<PostSubject, "shown">): Verdict => {
  const moderator = permissions.moderate(who)
  return moderator.ok ? mayActOn(who, { account: post.author, role: post.authorRole }, "moderate") : moderator
}

const asAuthor = (who: CommunityRole, post: PostSubject, action: string): Verdict => {
  const member = permissions.post(who)
  if (!member.ok) return member
  return who.account === post.author ? allowed : refuse("E-ROLE", { role: "the author", action })
}

export const mayEdit = (who: CommunityRole, post: PostSubject): Verdict => {
  const author = asAuthor(who, post, "edit this post")
  if (!author.ok || post.shown === "visible") return author
  return state("post", post.shown, "editing")
}

/** A suspended person may still remove what they wrote unless a moderator hid it. */
export const mayRemove = (who: CommunityRole, post: PostSubject): Verdict => {
  const action = "remove this post"
  if (who.account === null) return refuse("E-AUTH", { action })
  if (who.account !== post.author) return refuse("E-ROLE", { role: "the author", action })
  return post.shown === "visible" ? allowed : state("post", post.shown, "removing")
}

export const mayReport = (who: CommunityRole, post: PostSubject): Verdict => {
  const member = permissions.report(who)
  if (!member.ok) return member
  if (who.account === post.author) return refuse("E-SELF", { action: "report" })
  return post.shown === "visible" ? allowed : state("post", post.shown, "reporting")
}

export const mayAgree = (who: CommunityRole, post: Pick<PostSubject, "shown">): Verdict => {
  const member = permissions.post(who)
  if (!member.ok || post.shown === "visible") return member
  return state("post", post.shown, "agreeing")
}

/**
 * The author closes without a reason; a moderator gives one. The person who closed a thread, or a moderator, can reopen
 * it.
 */
export const mayClose = (
  who: CommunityRole,
  thread: PostSubject & { readonly state: ThreadState; readonly closedBy: string | null }
): Verdict => {
  const member = permissions.post(who)
  if (!member.ok) return member
  if (thread.shown === "removed") return state("thread", "removed", "closing")
  const isAuthor = who.account === thread.author
  if (thread.state === "open") return isAuthor ? allowed : mayModerate(who, thread)
  return isAuthor && thread.closedBy === who.account ? allowed : permissions.moderate(who)
}

export const mayPin = (who: CommunityRole): Verdict => permissions.moderate(who)

export const postRights = (who: CommunityRole, post: PostSubject): PostRights => ({
  edit: mayEdit(who, post).ok,
  remove: mayRemove(who, post).ok,
  hide: post.shown !== "removed" && mayModerate(who, post).ok,
  report: mayReport(who, post).ok
})

/** Files are read as their thread is; of a hidden one by those who decide about it. */
export const seesFiles = (who: CommunityRole, post: PostSubject): boolean =>
  post.shown === "visible" || (post.shown === "hidden" && mayModerate(who, post).ok)
