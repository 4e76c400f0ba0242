/**
 * Another product backend, spoken to in the terms of docs/product/people.md. Its refusals reach the page with their
 * status and their `message`; its silence becomes a plain 503 within seconds. The rules we can check ourselves are
 * checked before it is asked, above all that the account is the proven one.
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

/** docs/product/errors.md: what the wizard shows when a refusal says nothing. */
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

      /** Addresses of our own files mean nothing on another server without our name in front. */
      const absolute = (image: string) => (image.startsWith("/") ? `${appOrigin}${image}` : image)

      return {
        tags: read("/tags", Schema.Array(Tag)),

        // Where no file host is named, files stay here, and the other backend's permission is good for our own host.
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
  ).pipe(Layer.provide(UploadPermissions.Default))
