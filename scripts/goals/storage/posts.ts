/** The writes of the storage tests, each once and by another person: ballots, messages to support, and pictures. */
import { randomBytes } from "node:crypto"
import sharp from "sharp"
import type { Post } from "../voteMessages"

/** The result of one post. `isAcknowledged`: the server has said that it is stored. */
export interface Ended {
  readonly status: number
  readonly isAcknowledged: boolean
  /** What is wrong with the response, whatever the state of the storage. */
  readonly problem?: string
}
export interface Item {
  readonly kind: "ballot" | "message" | "picture"
  readonly send: () => Promise<Ended>
}

interface Refusal {
  readonly code?: unknown
  readonly requestId?: unknown
}

/**
 * Pictures are processed one at a time, so on a busy machine the queue may be full; and the local ledger, which returns
 * an account's owner, lives in the same database.
 */
const TYPED = ["E-STORAGE", "E-UPLOAD-BUSY", "E-GATEWAY"]

/** A refusal must have E-STORAGE, Retry-After and its reference; anything else is wrong. */
const ofJson = async (response: Response): Promise<Ended> => {
  const { status } = response
  const body = (await response.json()) as Refusal
  if (status === 200) return { status, isAcknowledged: true }
  const isRight =
    status === 503 &&
    TYPED.includes(String(body.code)) &&
    typeof body.requestId === "string" &&
    Number(response.headers.get("Retry-After")) > 0
  return isRight
    ? { status, isAcknowledged: false }
    : { status, isAcknowledged: false, problem: `${status} ${String(body.code)}` }
}

export const ballot = (origin: string, { body, headers }: Post): Item => ({
  kind: "ballot",
  send: async () => {
    const ended = await ofJson(await fetch(`${origin}/api/ballots`, { method: "POST", headers, body }))
    // If the connection broke during a COMMIT, its result is unknown; the repeated ballot may then exist already.
    return ended.problem === "409 E-BALLOT-USED" ? { status: 409, isAcknowledged: true } : ended
  }
})

const message = (origin: string, n: number): Item => {
  const text = `This is message number ${n}, and it must not get lost.`
  const body = new URLSearchParams({
    name: `Person ${n}`,
    email: `person${n}@example.org`,
    topic: "other",
    message: text,
    website: ""
  })
  return {
    kind: "message",
    send: async () => {
      const headers = { Origin: origin, Accept: "text/html", "Sec-Fetch-Mode": "navigate" }
      const response = await fetch(`${origin}/support`, { method: "POST", headers, body })
      const { status } = response
      const page = await response.text()
      if (status === 200) return { status, isAcknowledged: true }
      if (status !== 503) return { status, isAcknowledged: false, problem: `${status} for a message` }
      if (!page.includes(text)) return { status, isAcknowledged: false, problem: "the page has lost the message" }
      if (!(Number(response.headers.get("Retry-After")) > 0))
        return { status, isAcknowledged: false, problem: "no Retry-After" }
      return { status, isAcknowledged: false }
    }
  }
}

export const picture = (origin: string, bytes: Uint8Array): Item => ({
  kind: "picture",
  send: async () => {
    const asked = await fetch(`${origin}/api/image-upload/signature`)
    const cookie = asked.headers
      .getSetCookie()
      .map((text) => text.split(";")[0] ?? "")
      .join("; ")
    const granted: unknown = await asked.clone().json()
    const first = await ofJson(asked)
    if (!first.isAcknowledged) return first
    const { expire, signature } = granted as { readonly signature: string; readonly expire: number }
    const form = new FormData()
    form.set("UPLOADCARE_PUB_KEY", "commonhold")
    form.set("signature", signature)
    form.set("expire", String(expire))
    form.set("file", new Blob([new Uint8Array(bytes)], { type: "image/png" }), "picture.png")
    const headers = { Origin: origin, Cookie: cookie }
    return ofJson(await fetch(`${origin}/api/image-upload/base/`, { method: "POST", headers, body: form }))
  }
})

/** A picture that cannot be compressed: three bytes a pixel. */
export const noisyPicture = (edge = 160) => {
  const raw = { raw: { width: edge, height: edge, channels: 3 as const } }
  return sharp(randomBytes(edge * edge * 3), raw)
    .png()
    .toBuffer()
}

/** Few messages: 300 a day are accepted in total. */
export const makeItems = async (origin: string, ballots: ReadonlyArray<Post>): Promise<ReadonlyArray<Item>> => {
  const bytes = await noisyPicture()
  return ballots.map((post, n) => {
    if (n % 7 === 3) return message(origin, n)
    return n % 7 === 6 ? picture(origin, bytes) : ballot(origin, post)
  })
}
