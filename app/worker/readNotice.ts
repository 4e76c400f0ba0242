/** Parses a push payload as the server wrote it (app/effects/activity/notifications/push/PushDelivery.server.ts). Pure. */
export interface Shown {
  readonly title: string
  readonly body: string
  /** A path of this site. */
  readonly url: string
  readonly tag: string
}

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** If a site shows no notification, browsers show one of their own, so an unreadable payload still gets a text. */
const UNREAD: Shown = {
  title: "Commonhold",
  body: "You have a new notification.",
  url: "/userDashboard?tab=notifications",
  tag: "news"
}

/** A path that cannot lead to another site ("//elsewhere", "/\\elsewhere"). */
const isPath = (text: string) => /^\/(?![/\\])/.test(text)

export const readNotice = (text: string): Shown => {
  const given = parsed(text)
  if (!isRecord(given)) return UNREAD
  const textOf = (name: keyof Shown) => {
    const value = given[name]
    return typeof value === "string" && value !== "" ? value : UNREAD[name]
  }
  const url = textOf("url")
  return { title: textOf("title"), body: textOf("body"), tag: textOf("tag"), url: isPath(url) ? url : UNREAD.url }
}
