/** Bringing a step to the server: what came of it, and whether it is worth sending again. */
import { isRecord } from "~/effects/base/text/unknown"

export interface Posted {
  /** 0: no answer at all. */
  readonly status: number
  readonly body: Readonly<Record<string, unknown>>
  /** The answer says when to try again. */
  readonly mayRetry: boolean
}

export const postStep = async (path: string, body: object): Promise<Posted> => {
  const isForm = body instanceof FormData
  try {
    const answer = await fetch(path, {
      method: "POST",
      headers: { Accept: "application/json", ...(isForm ? {} : { "Content-Type": "application/json" }) },
      body: isForm ? body : JSON.stringify(body)
    })
    const json: unknown = await answer.json().catch(() => undefined)
    if (!isOurs(answer, json)) return NOTHING
    return { status: answer.status, body: json, mayRetry: answer.headers.has("Retry-After") }
  } catch {
    return NOTHING
  }
}

/** The server answers in JSON, and a refusal has a code. Whatever else comes is a proxy's or a hotel's network. */
const isOurs = ({ ok }: Response, json: unknown): json is Posted["body"] =>
  isRecord(json) && (ok || typeof json.code === "string")

const NOTHING: Posted = { status: 0, body: {}, mayRetry: true }

/**
 * No answer, too many requests, or a server in trouble: the same again may be taken. A limit without a time to try again
 * (so many important announcements a week) is a refusal of the thing itself.
 */
export const isPassing = ({ mayRetry, status }: Posted): boolean =>
  status === 0 || (status === 429 && mayRetry) || status >= 500

export const messageOf = ({ body }: Posted, otherwise: string): string => {
  const first = isRecord(body.fields) ? Object.values(body.fields)[0] : undefined
  if (typeof first === "string") return first
  return typeof body.message === "string" && body.message !== "" ? body.message : otherwise
}

export const KEPT =
  "the server could not store it yet. It is signed and kept in this browser, and is sent again automatically."
export const NO_ANSWER = "The server did not answer."
