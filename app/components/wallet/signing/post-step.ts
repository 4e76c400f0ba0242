/** Posts a signed step to the server. Returns the result and whether it is worth retrying. */
import { isRecord } from "~/effects/base/text/unknown"

export interface Posted {
  /** 0: no response. */
  readonly status: number
  readonly body: Readonly<Record<string, unknown>>
  /** The response says when to retry. */
  readonly mayRetry: boolean
}

export const postStep = async (path: string, body: object): Promise<Posted> => {
  const isForm = body instanceof FormData
  try {
    const response = await fetch(path, {
      method: "POST",
      headers: { Accept: "application/json", ...(isForm ? {} : { "Content-Type": "application/json" }) },
      body: isForm ? body : JSON.stringify(body)
    })
    const json: unknown = await response.json().catch(() => undefined)
    if (!isOurs(response, json)) return NOTHING
    return { status: response.status, body: json, mayRetry: response.headers.has("Retry-After") }
  } catch {
    return NOTHING
  }
}

/** Our server responds in JSON, with a code in refusals. Anything else comes from a proxy or a captive portal. */
const isOurs = ({ ok }: Response, json: unknown): json is Posted["body"] =>
  isRecord(json) && (ok || typeof json.code === "string")

const NOTHING: Posted = { status: 0, body: {}, mayRetry: true }

/**
 * No response, too many requests, or a server error: retrying may succeed. A limit without a retry time, such as
 * important announcements per week, is a final refusal.
 */
export const isPassing = ({ mayRetry, status }: Posted): boolean =>
  status === 0 || (status === 429 && mayRetry) || status >= 500

export const messageOf = ({ body }: Posted, otherwise: string): string => {
  const first = isRecord(body.fields) ? Object.values(body.fields)[0] : undefined
  if (typeof first === "string") return first
  return typeof body.message === "string" && body.message !== "" ? body.message : otherwise
}

export const SAVED =
  "the server could not store it yet. It is signed and saved in this browser, and is sent again automatically."
export const NO_ANSWER = "The server did not answer."
