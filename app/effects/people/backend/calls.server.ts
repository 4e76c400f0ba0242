/**
 * Requests to another product backend: refusals keep their status and `message`; if it does not respond, fails with
 * `BackendDown` within seconds, and immediately while it is known to be down.
 */
import { HttpClient, type HttpClientError, HttpClientRequest, type HttpClientResponse } from "@effect/platform"
import { Duration, Effect, Schedule, Schema } from "effect"
import { makeBreaker } from "~/effects/base/limits/Breaker.server"
import { BackendDown, BackendRefused } from "./errors"

const TIMEOUT = Duration.seconds(3) // docs/product/safety.md
/** Two more attempts, for reads only. */
const again = Schedule.exponential("200 millis").pipe(Schedule.jittered, Schedule.intersect(Schedule.recurs(2)))

const Refusal = Schema.Struct({ message: Schema.NonEmptyString })

/** The error page of a proxy is not a response of the backend; it fails as an unreadable body. */
const refusal = (response: HttpClientResponse.HttpClientResponse, fallback: string) =>
  Effect.flatMap(response.json, (body) => {
    const message = Schema.is(Refusal)(body) ? body.message : fallback
    return new BackendRefused({ status: response.status, message })
  })

/** Requests to the backend at this address. */
export const makeCalls = (baseUrl: string) =>
  Effect.gen(function* () {
    const http = HttpClient.mapRequest(yield* HttpClient.HttpClient, HttpClientRequest.prependUrl(baseUrl))
    const breaker = yield* makeBreaker({
      name: "backend",
      host: URL.canParse(baseUrl) ? new URL(baseUrl).host : baseUrl,
      failures: 5,
      pause: "5 seconds"
    })

    /** The body of a successful response, as text. Only a 2xx status counts as success. */
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

    /** A successful response, decoded by its schema. Tried again while the backend is down. */
    const read = <A, I>(path: string, schema: Schema.Schema<A, I>) =>
      call(HttpClientRequest.get(path)).pipe(
        Effect.retry({ schedule: again, while: (error) => error._tag === "BackendDown" }),
        Effect.flatMap(Schema.decode(Schema.parseJson(schema))),
        Effect.catchTag("ParseError", (cause) => new BackendDown({ cause }))
      )

    return { call, read }
  })
