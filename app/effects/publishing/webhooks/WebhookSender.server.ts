/** Port for sending one delivery, and its double for tests. */

import { createHmac } from "node:crypto"
import { Context, Effect, Layer, Ref, Schema } from "effect"
import { hexText } from "~/effects/base/text/random.server"

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
