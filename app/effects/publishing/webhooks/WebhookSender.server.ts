/** Sending one delivery: the port, and its double for tests. */
import { Context, Effect, Layer, Ref, Schema } from "effect"

/** Why nothing came back. A closed list: the owner reads words for each (problems.ts). */
export const Problem = Schema.Literal("private", "port", "name", "connection", "tls", "timeout", "redirect", "status")
export type Problem = typeof Problem.Type

export interface ToSend {
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

export interface Answered {
  readonly status: number
  /** The first bytes of what came back, as text. */
  readonly answer: string
}

/** There is no answer, whatever its status. */
export class NotSent extends Schema.TaggedError<NotSent>()("NotSent", { problem: Problem }) {}

interface Shape {
  readonly send: (message: ToSend) => Effect.Effect<Answered, NotSent>
}

/** What the double answers, by turn; the last goes on. */
export type Turn = Answered | NotSent

export class WebhookSender extends Context.Tag("effects/WebhookSender")<WebhookSender, Shape>() {
  /** Keeps what it was handed, in order, in `sent`. */
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
              if (answer === undefined) return Effect.dieMessage("the script has no turns")
              return answer instanceof NotSent ? Effect.fail(answer) : Effect.succeed(answer)
            }
          )
      }))
    )
  }
}
