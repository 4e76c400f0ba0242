/** What the answer of a push service means (RFC 8030, 5 and 7.3; RFC 8292, 4.2). Pure. */
export type PushAnswer = "sent" | "gone" | "refused" | "later"

/** `gone`: the browser unsubscribed. `refused`: too large. Everything else may pass, also that the site is not believed. */
export const answerOf = (status: number): PushAnswer => {
  if (status >= 200 && status < 300) return "sent"
  if (status === 404 || status === 410) return "gone"
  if (status === 413) return "refused"
  return "later"
}

const LONGEST_MS = 24 * 3_600_000

/** Milliseconds that `Retry-After` asks for, a day at most: seconds, or a date (RFC 9110, 10.2.3). 0 where it says nothing. */
export const retryAfterMs = (header: string | undefined, now: number): number => {
  const text = header?.trim() ?? ""
  const asked = /^\d{1,9}$/.test(text) ? Number(text) * 1_000 : Date.parse(text) - now
  return Number.isFinite(asked) ? Math.min(Math.max(asked, 0), LONGEST_MS) : 0
}
