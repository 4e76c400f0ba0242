/** Port for sending one delivery, and its double for tests. */
import { Context, Effect, Layer, Ref, Schema } from "effect"

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
