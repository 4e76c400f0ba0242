/**
 * A client of another product backend (docs/product/people.md). Its refusals reach the page with their status and
 * `message`; if it does not respond, callers get a plain 503 within seconds. Rules that we can check ourselves come
 * first, above all that the account is the proven one.
 */
import { HttpClient, type HttpClientError, HttpClientRequest, type HttpClientResponse } from "@effect/platform"
import { Duration, Effect, Layer, Option, Schedule, Schema } from "effect"
import { makeBreaker } from "~/effects/base/limits/Breaker.server"
import { Settings } from "~/effects/base/settings/Settings.server"
import { SignupForm } from "~/effects/people/signup/forms"
import { Signup } from "~/effects/people/signup/Signup.server"
import { Tag } from "~/effects/people/tags/Tag"
import { UploadSignature } from "~/effects/people/uploads/Upload"
import { UploadPermissions } from "~/effects/people/uploads/UploadPermissions.server"
import { Uploads } from "~/effects/people/uploads/Uploads.server"
import { Backend, BackendDown, BackendRefused } from "./Backend.server"

/**
 * Requests to another product backend: refusals keep their status and `message`; if it does not respond, fails with
 * `BackendDown` within seconds, and immediately while it is known to be down.
 */
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
const makeCalls = (baseUrl: string) =>
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

/** What the wizard shows if a refusal has no message (docs/product/errors.md). */
const SIGNUP_FALLBACK = "Failed to verify OTP. Please try again."

export const layerHttp = (baseUrl: string) =>
  Layer.effect(
    Backend,
    Effect.gen(function* () {
      const signup = yield* Signup
      const uploads = yield* Uploads
      const permissions = yield* UploadPermissions
      const { appOrigin, uploadHost } = yield* Settings
      const { call, read } = yield* makeCalls(baseUrl)

      /** On another server, paths of our own files need our origin. */
      const absolute = (image: string) => (image.startsWith("/") ? `${appOrigin}${image}` : image)

      return {
        tags: read("/tags", Schema.Array(Tag)),

        // Without an external file host, files are stored here, and the other backend's signature is valid for our own
        // host.
        uploadSignature: (asker) =>
          Effect.tap(read("/image-upload/signature", UploadSignature), (granted) =>
            Option.isNone(uploadHost) ? permissions.remember(asker, granted) : Effect.void
          ),
        upload: uploads.receive,

        emailVerification: (email) =>
          HttpClientRequest.post("/email-verification").pipe(
            HttpClientRequest.setUrlParam("user_email", email),
            HttpClientRequest.bodyUnsafeJson({}),
            call,
            Effect.asVoid
          ),

        signup: Effect.fn("BackendHttp.signup")(function* (form, asker) {
          const { accountAddress } = yield* signup.checkElsewhere(form, asker)
          const body = Schema.encodeSync(SignupForm)(form)
          yield* call(
            HttpClientRequest.post("/user/signup").pipe(
              HttpClientRequest.bodyUnsafeJson({ ...body, display_image: absolute(body.display_image) })
            ),
            SIGNUP_FALLBACK
          )
          // The other backend has stored the profile. A name that is taken only here must not turn that into a refusal;
          // who may sign up here may have changed meanwhile, and is refused.
          yield* signup.adopt(form, asker).pipe(
            Effect.catchIf(
              (error) =>
                error._tag === "NameTaken" ||
                error._tag === "EmailTaken" ||
                error._tag === "ProfileExists" ||
                error._tag === "InvalidFields" ||
                error._tag === "AccountNotProven",
              (error) =>
                Effect.logWarning("a profile created elsewhere was not stored here").pipe(
                  Effect.annotateLogs({ reason: error._tag })
                )
            )
          )
          return accountAddress
        })
      }
    })
  ).pipe(Layer.provide(UploadPermissions.Default))
