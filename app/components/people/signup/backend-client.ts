/**
 * The product backend as the forms call it (docs/product/people.md), over fetch. Never throws: returns a value, or a
 * refusal with the server's message if there is one. Without `effect`, because the edit page loads it with its first
 * scripts.
 */
import { isRecord } from "~/effects/base/text/unknown"
import type { SignupBody } from "~/effects/people/signup/forms"
import type { UploadTarget } from "~/effects/people/uploads/Upload"

export interface Tag {
  readonly id: string
  readonly name: string
}

export interface Signature {
  readonly signature: string
  /** Unix seconds. */
  readonly expire: number
}

export type BackendResult<A> =
  | { readonly ok: true; readonly value: A }
  /** `status` 0: there was no response. */
  | {
      readonly ok: false
      readonly status: number
      readonly message: string | undefined
      /** Errors of fields, by field name. */
      readonly fields?: Readonly<Record<string, string>>
      /** Seconds to wait before trying again. */
      readonly retryAfter?: number
      readonly details?: Readonly<Record<string, unknown>>
    }

export interface BackendClient {
  readonly getTags: () => Promise<BackendResult<ReadonlyArray<Tag>>>
  readonly getUploadSignature: () => Promise<BackendResult<Signature>>
  /** Returns the identifier of the stored file. */
  readonly uploadFile: (file: File, signature: Signature) => Promise<BackendResult<string>>
  readonly sendCode: (email: string) => Promise<BackendResult<void>>
  readonly signUp: (body: SignupBody) => Promise<BackendResult<void>>
}

/** Longer than the server takes for anything, so that a lost connection cannot leave a button waiting forever. */
const TIMEOUT_MS = 30_000

const isTag = (value: unknown): value is Tag =>
  isRecord(value) && typeof value.id === "string" && typeof value.name === "string"

const readTags = (body: unknown) => (Array.isArray(body) && body.every(isTag) ? body : undefined)

const readSignature = (body: unknown): Signature | undefined => {
  if (!isRecord(body) || typeof body.signature !== "string") return undefined
  const expire = Number(body.expire) // another host may send it as text
  return Number.isFinite(expire) ? { signature: body.signature, expire } : undefined
}

const readFile = (body: unknown) => (isRecord(body) && typeof body.file === "string" ? body.file : undefined)

const messageOf = (body: unknown) =>
  isRecord(body) && typeof body.message === "string" && body.message !== "" ? body.message : undefined

const recordOf = (body: unknown, name: string) => {
  const value = isRecord(body) ? body[name] : undefined
  return isRecord(value) ? value : undefined
}
const isTexts = (record: Readonly<Record<string, unknown>>): record is Readonly<Record<string, string>> =>
  Object.values(record).every((value) => typeof value === "string")

const refusalOf = (response: Response, body: unknown): BackendResult<never> => {
  const fields = recordOf(body, "fields")
  const details = recordOf(body, "details")
  const retryAfter = Number.parseInt(response.headers.get("Retry-After") ?? "", 10)
  return {
    ok: false,
    status: response.status,
    message: messageOf(body),
    ...(fields !== undefined && isTexts(fields) ? { fields } : {}),
    ...(Number.isNaN(retryAfter) ? {} : { retryAfter }),
    ...(details === undefined ? {} : { details })
  }
}

const send = async <A>(
  url: string,
  init: RequestInit,
  read: (body: unknown) => A | undefined,
  isGood: (response: Response) => boolean = (response) => response.ok
): Promise<BackendResult<A>> => {
  try {
    const response = await fetch(url, { ...init, signal: AbortSignal.timeout(TIMEOUT_MS) })
    const body: unknown = await response.json().catch(() => undefined)
    const value = isGood(response) ? read(body) : undefined
    return value === undefined ? refusalOf(response, body) : { ok: true, value }
  } catch {
    return { ok: false, status: 0, message: undefined }
  }
}

const postJson = (url: string, body: unknown): Promise<BackendResult<true>> =>
  send(
    url,
    { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(body) },
    () => true as const
  )

const nothing = (reply: BackendResult<true>): BackendResult<void> => (reply.ok ? { ok: true, value: undefined } : reply)

export const backendClient = (uploads: UploadTarget, base = "/api"): BackendClient => ({
  getTags: () => send(`${base}/tags`, {}, readTags),
  getUploadSignature: () =>
    send(`${base}/image-upload/signature`, {}, readSignature, (response) => response.status === 200),
  uploadFile: (file, { expire, signature }) => {
    const body = new FormData()
    body.set("UPLOADCARE_PUB_KEY", uploads.publicKey)
    body.set("signature", signature)
    body.set("expire", String(expire))
    body.set("file", file)
    return send(`${uploads.url}/base/`, { method: "POST", body }, readFile)
  },
  sendCode: async (email) =>
    nothing(await postJson(`${base}/email-verification?user_email=${encodeURIComponent(email)}`, {})),
  signUp: async (body) => nothing(await postJson(`${base}/user/signup`, body))
})
