/**
 * Another product backend, spoken to in the terms of docs/product/people.md. Its refusals reach the page with their
 * status and their `message`; its silence becomes a plain 503 within seconds. The rules we can check ourselves are
 * checked before it is asked, above all that the account is the proven one.
 */
import { HttpClient, type HttpClientError, HttpClientRequest, type HttpClientResponse } from "@effect/platform"
import { Duration, Effect, Layer, Option, Schedule, Schema } from "effect"
import { makeBreaker } from "~/effects/base/limits/Breaker.server"
import { Settings } from "~/effects/base/settings/Settings.server"
import { SignupForm } from "~/effects/people/signup/forms"
import { Signup } from "~/effects/people/signup/Signup.server"
import { Tag } from "~/effects/people/tags/Tag"
import { UploadSignature } from "~/effects/people/uploads/Upload"
import { Uploads } from "~/effects/people/uploads/Uploads.server"
import { Backend } from "./Backend.server"
import { BackendDown, BackendRefused } from "./errors"

const TIMEOUT = Duration.seconds(3) // docs/product/safety.md, B17
/** Two more tries, for what only reads. */
const again = Schedule.exponential("200 millis").pipe(Schedule.jittered, Schedule.intersect(Schedule.recurs(2)))

const Refusal = Schema.Struct({ message: Schema.NonEmptyString })

/** docs/product/errors.md: what the wizard shows when a refusal says nothing. */
const SIGNUP_FALLBACK = "Failed to verify OTP. Please try again."

export const layerHttp = (baseUrl: string) =>
  Layer.effect(
    Backend,
    Effect.gen(function* () {
      const signup = yield* Signup
      const uploads = yield* Uploads
      const { appOrigin, uploadHost } = yield* Settings
      const http = HttpClient.mapRequest(yield* HttpClient.HttpClient, HttpClientRequest.prependUrl(baseUrl))
      const breaker = yield* makeBreaker({ failures: 5, pause: "5 seconds" })

      const refusal = (response: HttpClientResponse.HttpClientResponse, fallback: string) =>
        response.json.pipe(
          Effect.flatMap(Schema.decodeUnknown(Refusal)),
          Effect.match({ onFailure: () => fallback, onSuccess: ({ message }) => message }),
          Effect.flatMap((message) => new BackendRefused({ status: response.status, message }))
        )

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

      const read = <A, I>(path: string, schema: Schema.Schema<A, I>) =>
        call(HttpClientRequest.get(path)).pipe(
          Effect.retry({ schedule: again, while: (error) => error._tag === "BackendDown" }),
          Effect.flatMap(Schema.decode(Schema.parseJson(schema))),
          Effect.catchTag("ParseError", (cause) => new BackendDown({ cause }))
        )

      /** Addresses of our own files mean nothing on another server without our name in front. */
      const absolute = (image: string) => (image.startsWith("/") ? `${appOrigin}${image}` : image)

      return {
        tags: read("/tags", Schema.Array(Tag)),

        // Where no file host is named, files stay here, and the other backend's permission is good for our own host.
        uploadSignature: (asker) =>
          Effect.tap(read("/image-upload/signature", UploadSignature), (granted) =>
            Option.isNone(uploadHost) ? uploads.remember(asker, granted) : Effect.void
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
          const { accountAddress } = yield* signup.check(form, asker, "elsewhere")
          const body = Schema.encodeSync(SignupForm)(form)
          yield* call(
            HttpClientRequest.post("/user/signup").pipe(
              HttpClientRequest.bodyUnsafeJson({ ...body, display_image: absolute(body.display_image) })
            ),
            SIGNUP_FALLBACK
          )
          // It is done over there. A name that is taken here alone must not turn that into a refusal.
          yield* signup
            .adopt(form, asker)
            .pipe(
              Effect.catchAll((error) =>
                Effect.logWarning("a profile made elsewhere was not kept here").pipe(
                  Effect.annotateLogs({ reason: error._tag })
                )
              )
            )
          return accountAddress
        })
      }
    })
  )
