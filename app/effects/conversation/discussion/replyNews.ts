/** What one follower is told of the comments that came since they were last told: one sentence, and how many there were. */

/** A comment that followers are still to be told of. */
export interface Reply {
  readonly author: string
  /** Its author's name. */
  readonly name: string
  /** Accounts it names, which are told of it as named. */
  readonly named: ReadonlyArray<string>
  readonly createdAt: number
}

export interface ReplyNews {
  /** Of the last comment. */
  readonly name: string
  readonly times: number
}

export interface Follower {
  readonly account: string
  /** Since when they follow: nobody is told of what came before. */
  readonly since: number
}

/** Null where all of them are the follower's own, name them, or came before they followed. */
export const newsFor = (replies: ReadonlyArray<Reply>, { account, since }: Follower): ReplyNews | null => {
  const theirs = replies.filter(
    ({ author, createdAt, named }) => author !== account && createdAt >= since && !named.includes(account)
  )
  const last = theirs.at(-1)
  return last === undefined ? null : { name: last.name, times: theirs.length }
}

/** Followers who are told the same, together: nearly all of them are. */
export const newsByReader = (
  replies: ReadonlyArray<Reply>,
  followers: ReadonlyArray<Follower>
): ReadonlyArray<ReplyNews & { readonly to: ReadonlyArray<string> }> => {
  const groups = new Map<string, ReplyNews & { readonly to: Array<string> }>()
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
