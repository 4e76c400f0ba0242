/**
 * Asking another product backend: its refusals keep their status and their `message`; its silence becomes `BackendDown`
 * within seconds, at once while it is known to be down.
 */
import { HttpClient, type HttpClientError, HttpClientRequest, type HttpClientResponse } from "@effect/platform"
import { Duration, Effect, Schedule, Schema } from "effect"
import { makeBreaker } from "~/effects/base/limits/Breaker.server"
import { BackendDown, BackendRefused } from "./errors"

const TIMEOUT = Duration.seconds(3) // docs/product/safety.md, B17
/** Two more tries, for what only reads. */
const again = Schedule.exponential("200 millis").pipe(Schedule.jittered, Schedule.intersect(Schedule.recurs(2)))

const Refusal = Schema.Struct({ message: Schema.NonEmptyString })

/** A page of a proxy is no answer of the backend: that fails as a body that cannot be read. */
const refusal = (response: HttpClientResponse.HttpClientResponse, fallback: string) =>
  Effect.flatMap(response.json, (body) => {
    const message = Schema.is(Refusal)(body) ? body.message : fallback
    return new BackendRefused({ status: response.status, message })
  })

/** Calls to the backend at this address. */
export const makeCalls = (baseUrl: string) =>
  Effect.gen(function* () {
    const http = HttpClient.mapRequest(yield* HttpClient.HttpClient, HttpClientRequest.prependUrl(baseUrl))
    const breaker = yield* makeBreaker({
      name: "backend",
      host: URL.canParse(baseUrl) ? new URL(baseUrl).host : baseUrl,
      failures: 5,
      pause: "5 seconds"
    })

    /** The body of a successful answer, as text. Nothing but an answer counts as one. */
    const call = (
      request: HttpClientRequest.HttpClientRequest,
      fallback = "The sign-up service refused the request."
    ) =>
      http.execute(request).pipe(
        Effect.flatMap(
          (response): Effect.Effect<string, HttpClientError.ResponseError | BackendRefused> =>
            response.status >= 200 && response.status < 300 ? response.text : refusal(response, fallback)
        ),
        Effect.scoped,
        Effect.timeoutFail({ duration: TIMEOUT, onTimeout: () => new BackendDown({}) }),
        Effect.catchTags({
          RequestError: (cause) => new BackendDown({ cause }),
          ResponseError: (cause) => new BackendDown({ cause })
        }),
        (asked) => breaker.guard(asked, (error) => error._tag === "BackendDown"),
        Effect.catchTag("CircuitOpen", (cause) => new BackendDown({ cause })),
        Effect.withSpan("BackendHttp.call", { attributes: { path: request.url } })
      )

    /** What a successful answer says, by its schema. Tried again while the backend is down. */
    const read = <A, I>(path: string, schema: Schema.Schema<A, I>) =>
      call(HttpClientRequest.get(path)).pipe(
        Effect.retry({ schedule: again, while: (error) => error._tag === "BackendDown" }),
        Effect.flatMap(Schema.decode(Schema.parseJson(schema))),
        Effect.catchTag("ParseError", (cause) => new BackendDown({ cause }))
      )

    return { call, read }
  })
