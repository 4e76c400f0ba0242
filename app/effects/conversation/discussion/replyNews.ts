/** The notification for one follower about comments since the last one: a sentence and a count. */

import type { AccountAddress } from "~/effects/base/addresses/addresses"

/** A comment that followers were not notified of yet. */
export interface Reply {
  readonly author: AccountAddress
  /** Its author's name. */
  readonly name: string
  /** Accounts it mentions, which get a mention notification instead. */
  readonly named: ReadonlyArray<string>
  readonly createdAt: number
}

export interface ReplyNotices {
  /** Name of the last comment's author. */
  readonly name: string
  readonly times: number
}

export interface Follower {
  readonly account: AccountAddress
  /** Since when they follow; earlier comments are not reported to them. */
  readonly since: number
}

/** Null if all comments are the follower's own, mention them, or are older than their following. */
export const newsFor = (replies: ReadonlyArray<Reply>, { account, since }: Follower): ReplyNotices | null => {
  const theirs = replies.filter(
    ({ author, createdAt, named }) => author !== account && createdAt >= since && !named.includes(account)
  )
  const last = theirs.at(-1)
  return last === undefined ? null : { name: last.name, times: theirs.length }
}

/** Groups followers who get the same notification, which are nearly all. */
export const newsByReader = (
  replies: ReadonlyArray<Reply>,
  followers: ReadonlyArray<Follower>
): ReadonlyArray<ReplyNotices & { readonly to: ReadonlyArray<string> }> => {
  const groups = new Map<string, ReplyNotices & { readonly to: Array<string> }>()
  for (const follower of followers) {
    const news = newsFor(replies, follower)
    if (news === null) continue
    const key = JSON.stringify([news.times, news.name])
    const group = groups.get(key) ?? { ...news, to: [] }
    group.to.push(follower.account)
    groups.set(key, group)
  }
  return [...groups.values()]
}
