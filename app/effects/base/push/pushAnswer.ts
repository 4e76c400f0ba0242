/** Interprets a push service's response (RFC 8030, 5 and 7.3; RFC 8292, 4.2). Pure. */
export type PushAnswer = "sent" | "gone" | "refused" | "later"

/**
 * `gone`: the browser has unsubscribed. `refused`: too large. All other errors may be temporary, including a rejected
 * signature.
 */
export const answerOf = (status: number): PushAnswer => {
  if (status >= 200 && status < 300) return "sent"
  if (status === 404 || status === 410) return "gone"
  if (status === 413) return "refused"
  return "later"
}

const LONGEST_MS = 24 * 3_600_000

/** Milliseconds from `Retry-After`, a day at most: seconds, or a date (RFC 9110, 10.2.3). 0 if it is absent. */
export const retryAfterMs = (header: string | undefined, now: number): number => {
  const text = header?.trim() ?? ""
  const asked = /^\d{1,9}$/.test(text) ? Number(text) * 1_000 : Date.parse(text) - now
  return Number.isFinite(asked) ? Math.min(Math.max(asked, 0), LONGEST_MS) : 0
}
