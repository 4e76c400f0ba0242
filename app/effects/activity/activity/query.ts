/** The query of the activity page, from its address. Pure, no imports but types: pages load this file. */
import { type Topic, topics } from "./catalogue"

export interface ActivityQuery {
  readonly topic: Topic | null
  /** An account. */
  readonly person: string | null
  /** The number of the last event seen. */
  readonly before: number | null
}

export const topicNames: Readonly<Record<Topic, string>> = {
  people: "People",
  discussion: "Discussion",
  votes: "Votes",
  announcements: "Announcements",
  bonds: "Bonds",
  tokens: "Tokens",
  moderation: "Moderation"
}

const ACCOUNT = /^account_[a-z0-9_]{1,100}$/

/** Invalid values are ignored. */
export const readActivityQuery = (search: URLSearchParams): ActivityQuery => {
  const topic = search.get("topic")
  const person = search.get("person")
  const before = search.get("before")
  return {
    topic: topics.find((name) => name === topic) ?? null,
    person: person !== null && ACCOUNT.test(person) ? person : null,
    before: before !== null && /^[1-9]\d{0,14}$/.test(before) ? Number(before) : null
  }
}

/** With the question mark; empty for the newest of everything. */
export const activitySearch = ({ before, person, topic }: ActivityQuery): string => {
  const search = new URLSearchParams()
  if (topic !== null) search.set("topic", topic)
  if (person !== null) search.set("person", person)
  if (before !== null) search.set("before", String(before))
  return search.size === 0 ? "" : `?${search}`
}

export const isNarrowed = ({ person, topic }: ActivityQuery): boolean => topic !== null || person !== null
