/**
 * A client of another product backend (docs/product/people.md). Its refusals reach the page with their status and
 * `message`; if it does not respond, callers get a plain 503 within seconds. Rules that we can check ourselves come
 * first, above all that the account is the proven one.
 */
import { HttpClientRequest } from "@effect/platform"
import { Effect, Layer, Option, Schema } from "effect"
import { Settings } from "~/effects/base/settings/Settings.server"
import { SignupForm } from "~/effects/people/signup/forms"
import { Signup } from "~/effects/people/signup/Signup.server"
import { Tag } from "~/effects/people/tags/Tag"
import { UploadSignature } from "~/effects/people/uploads/Upload"
import { UploadPermissions } from "~/effects/people/uploads/UploadPermissions.server"
import { Uploads } from "~/effects/people/uploads/Uploads.server"
import { Backend } from "./Backend.server"
import { makeCalls } from "./calls.server"

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
          const { accountAddress } = yield* signup.check(form, asker, "elsewhere")
          const body = Schema.encodeSync(SignupForm)(form)
          yield* call(
            HttpClientRequest.post("/user/signup").pipe(
              HttpClientRequest.bodyUnsafeJson({ ...body, display_image: absolute(body.display_image) })
            ),
            SIGNUP_FALLBACK
          )
          // The other backend has stored the profile. A name that is taken only here must not turn that into a refusal.
          yield* signup
            .adopt(form, asker)
            .pipe(
              Effect.catchAll((error) =>
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
