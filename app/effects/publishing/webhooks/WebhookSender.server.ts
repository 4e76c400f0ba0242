/** Port for sending one delivery, and its double for tests. */
import { createHmac } from "node:crypto"
import { lookup as systemLookup } from "node:dns"
import { type ClientRequest, request as requestHttp } from "node:http"
import { request as requestHttps } from "node:https"
import { Context, Effect, Layer, Ref, Schema } from "effect"
import { makePublicLookup, NOT_PUBLIC, type Resolve } from "~/effects/base/outward/nameServers.server"
import { isAddress, isLoopback, isPublicAddress } from "~/effects/base/outward/publicAddress"
import { Settings } from "~/effects/base/settings/Settings.server"
import { hexText } from "~/effects/base/text/random.server"
import { hasWebPort, isPractice } from "./address"

const PREFIX = "whsec_"
const SECRET_BYTES = 32

/** In the form the receiver gets: `whsec_` and base64. */
export const newSecret: Effect.Effect<string> = Effect.sync(
  () => `${PREFIX}${Buffer.from(hexText(SECRET_BYTES), "hex").toString("base64")}`
)

/** Base64 of the signature. `seconds` since 1970. */
export const signatureOf = (secret: string, id: string, seconds: number, body: string): string =>
  createHmac("sha256", Buffer.from(secret.slice(PREFIX.length), "base64"))
    .update(`${id}.${seconds}.${body}`)
    .digest("base64")

/** One signature for each valid secret: two for a day after a change. */
export const signedHeaders = (secrets: ReadonlyArray<string>, id: string, seconds: number, body: string) => ({
  "webhook-id": id,
  "webhook-timestamp": String(seconds),
  "webhook-signature": secrets.map((secret) => `v1,${signatureOf(secret, id, seconds, body)}`).join(" ")
})

/** Why there was no response. A closed list; the owner reads a text for each (Webhook.ts). */
export const Problem = Schema.Literal("private", "port", "name", "connection", "tls", "timeout", "redirect", "status")
export type Problem = typeof Problem.Type

export interface ToSend {
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

export interface WebhookResponse {
  readonly status: number
  /** The first bytes of the response, as text. */
  readonly answer: string
}

/** Failure without a response of any status. */
export class NotSent extends Schema.TaggedError<NotSent>()("NotSent", { problem: Problem }) {}

interface Shape {
  readonly send: (message: ToSend) => Effect.Effect<WebhookResponse, NotSent>
}

/** Responses of the double, in order; the last one repeats. */
export type Turn = WebhookResponse | NotSent

export class WebhookSender extends Context.Tag("publishing/webhooks/WebhookSender")<WebhookSender, Shape>() {
  /** Test double: collects the messages in `sent`, in order. */
  static layerScript(sent: Array<ToSend>, turns: ReadonlyArray<Turn>) {
    return Layer.effect(
      WebhookSender,
      Effect.map(Ref.make(0), (turn) => ({
        send: (message: ToSend) =>
          Effect.flatMap(
            Ref.getAndUpdate(turn, (n) => n + 1),
            (n) => {
              sent.push(message)
              const answer = turns[Math.min(n, turns.length - 1)]
              if (answer === undefined) return Effect.dieMessage("the script has no responses")
              return answer instanceof NotSent ? Effect.fail(answer) : Effect.succeed(answer)
            }
          )
      }))
    )
  }
}

const TIMEOUT = "10 seconds"
const KEPT_BYTES = 500
/** Bytes of a response that are read; the rest is discarded. */
const READ_BYTES = 4_096

const NO_NAME: ReadonlySet<string> = new Set(["ENOTFOUND", "ENODATA", "ESERVFAIL", "EREFUSED", "ETIMEOUT", "EBADNAME"])
const problemOf = ({ code = "" }: NodeJS.ErrnoException): Problem => {
  if (code === NOT_PUBLIC) return "private"
  if (NO_NAME.has(code)) return "name"
  return /CERT|TLS|SSL|SELF_SIGNED|ISSUER|EPROTO/.test(code) ? "tls" : "connection"
}

/**
 * Sends deliveries through Node's https, each on a new connection. The name is resolved once and the connection goes to
 * one of the checked addresses, so that a name that starts to point into a private network reaches nothing
 * (docs/product/webhooks.md). Does not follow redirects, and reads only the start of a long response.
 */
interface SenderOptions {
  readonly allowsPractice: boolean
  readonly resolve?: Resolve | undefined
}

export const makeSender = ({ allowsPractice, resolve }: SenderOptions) => {
  const post = ({ body, headers, url: text }: ToSend) =>
    Effect.async<WebhookResponse, NotSent>((resume) => {
      const url = new URL(text)
      const isLocal = allowsPractice && isPractice(url)
      const isAllowed = (address: string) => (isLocal ? isLoopback(address) : isPublicAddress(address))
      const fail = (problem: Problem) => resume(new NotSent({ problem }))
      const host = url.hostname.replace(/^\[|\]$/g, "")
      // Node does not call `lookup` for an address without a name.
      if ((isAddress(host) && !isAllowed(host)) || (url.protocol !== "https:" && !isLocal)) return fail("private")
      if (!isLocal && !hasWebPort(url)) return fail("port")
      const asked: ClientRequest = (url.protocol === "https:" ? requestHttps : requestHttp)(url, {
        method: "POST",
        agent: false,
        // The system, not a name server, resolves "localhost".
        lookup: makePublicLookup(resolve ?? (isLocal ? systemLookup : undefined), isAllowed),
        headers: { ...headers, "Content-Length": Buffer.byteLength(body) }
      })
      asked.on("error", (error) => fail(problemOf(error)))
      asked.on("response", (response) => {
        const chunks: Array<Buffer> = []
        let read = 0
        const end = () => {
          const answer = Buffer.concat(chunks).subarray(0, KEPT_BYTES).toString("utf8")
          resume(Effect.succeed({ status: response.statusCode ?? 0, answer }))
          asked.destroy()
        }
        response.on("data", (chunk: Buffer) => {
          if (read < KEPT_BYTES) chunks.push(chunk.subarray(0, KEPT_BYTES))
          read += chunk.length
          if (read >= READ_BYTES) end()
        })
        response.on("end", end)
        response.on("error", end)
      })
      asked.end(body)
      return Effect.sync(() => asked.destroy())
    })
  return {
    /** Has its own timeout because callers in uninterruptible regions, which record the result, cannot cancel it. */
    send: (message: ToSend) =>
      Effect.timeoutFail(Effect.interruptible(post(message)), {
        duration: TIMEOUT,
        onTimeout: () => new NotSent({ problem: "timeout" })
      })
  }
}

/** In local mode, programs on this machine may be notified for practice. */
export const HttpsSenderLive = Layer.effect(
  WebhookSender,
  Effect.map(Settings, ({ ledger }) => makeSender({ allowsPractice: ledger === "local" }))
)
