/**
 * Backend: the product backend of docs/product/people.md, as the routes under /api use it. A port: either this server's
 * own services, or another server at BACKEND_URL. Callers do not know which.
 */
import { Clock, Context, Duration, Effect, Layer, Option, Redacted, Schema } from "effect"
import { coded } from "~/effects/base/failures/coded"
import type { InvalidFields, KeyReused, TooMany } from "~/effects/base/failures/failures"
import type { SwitchedOff } from "~/effects/base/feature-flags/FeatureFlags.server"
import type { Asker } from "~/effects/base/limits/Asker"
import { Settings } from "~/effects/base/settings/Settings.server"
import { hmacSha256 } from "~/effects/base/text/random.server"
import type { CodeRefused } from "~/effects/people/signup/EmailCodes.server"
import type {
  AccountNotProven,
  CodeStillGood,
  DomainBlocked,
  InvitationNeeded,
  NetworkBlocked,
  SignupDeclined,
  SignupWaiting
} from "~/effects/people/signup/errors"
import type { SignupForm } from "~/effects/people/signup/forms"
import { Signup } from "~/effects/people/signup/Signup.server"
import type { Tag } from "~/effects/people/tags/Tag"
import { Tags } from "~/effects/people/tags/Tags.server"
import type { ForeignSignature, PictureRefused, SignatureRefused } from "~/effects/people/uploads/Pictures.server"
import type { UploadReply, UploadSignature } from "~/effects/people/uploads/Upload"
import { SIGNATURE_LIFE, type UploadForm, UploadPermissions } from "~/effects/people/uploads/UploadPermissions.server"
import { Uploads } from "~/effects/people/uploads/Uploads.server"
import type { EmailTaken, NameTaken, ProfileExists } from "~/effects/people/users/errors"

/** Its refusal, passed on with its status and its message. */
export class BackendRefused extends Schema.TaggedError<BackendRefused>()("BackendRefused", {
  status: Schema.Int,
  message: Schema.String
}) {
  readonly code = "E-BACKEND"
}

/** It does not respond, or its response cannot be read. */
export class BackendDown extends coded("BackendDown", "E-BACKEND-DOWN", 503, {
  fields: { cause: Schema.optional(Schema.Defect) },
  message: "The sign-up service does not answer. Try again in a minute."
}) {
  readonly retryAfter = 10
}

/** Only another backend fails like this. */
type Remote = BackendRefused | BackendDown
export type SignupRefused =
  | AccountNotProven
  | InvalidFields
  | CodeRefused
  | ProfileExists
  | NameTaken
  | EmailTaken
  | KeyReused
  | SwitchedOff
  | DomainBlocked
  | NetworkBlocked
  | InvitationNeeded
  | SignupDeclined
  | SignupWaiting

export class Backend extends Context.Tag("people/backend/Backend")<
  Backend,
  {
    /** A signature for one upload. */
    readonly uploadSignature: (asker: Asker) => Effect.Effect<UploadSignature, SwitchedOff | TooMany | Remote>
    /** Takes a picture for this server's own file host. To an external host the browser sends it directly. */
    readonly upload: (
      asker: Asker,
      form: UploadForm
    ) => Effect.Effect<UploadReply, SignatureRefused | ForeignSignature | PictureRefused | TooMany>
    readonly tags: Effect.Effect<ReadonlyArray<Tag>, Remote>
    /**
     * Sends a one-time code to the address. The response is the same whether or not the address belongs to a profile.
     */
    readonly emailVerification: (
      email: string,
      asker: Asker
    ) => Effect.Effect<
      void,
      InvalidFields | TooMany | CodeStillGood | DomainBlocked | NetworkBlocked | InvitationNeeded | Remote
    >
    /** Returns the account that now has a profile. `key` is the request's idempotency key, if it has one. */
    readonly signup: (
      form: SignupForm,
      asker: Asker,
      key: string | null
    ) => Effect.Effect<string, SignupRefused | Remote>
  }
>() {
  /** This server's own services. */
  static readonly layerOwn = Layer.effect(
    Backend,
    Effect.gen(function* () {
      const uploads = yield* Uploads
      const permissions = yield* UploadPermissions
      const tags = yield* Tags
      const signup = yield* Signup
      const { uploadHost } = yield* Settings

      /** Signed uploads of the external host: HMAC-SHA256 of the expiry under the secret key, in hex. */
      const hostSignature = (secretKey: Redacted.Redacted) =>
        Effect.map(Clock.currentTimeMillis, (now) => {
          const expire = Math.floor((now + Duration.toMillis(SIGNATURE_LIFE)) / 1_000)
          return { signature: hmacSha256(Redacted.value(secretKey), String(expire)), expire }
        })

      return {
        uploadSignature: (asker) =>
          Option.match(uploadHost, {
            onNone: () => permissions.grant(asker),
            onSome: ({ secretKey }) =>
              Effect.tap(hostSignature(secretKey), ({ expire }) => permissions.count(asker, expire))
          }),
        upload: uploads.receive,
        tags: tags.all,
        emailVerification: signup.askCode,
        signup: signup.complete
      }
    })
  ).pipe(Layer.provide(UploadPermissions.Default))
}
