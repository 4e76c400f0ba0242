/**
 * Who may send a body above the limit of forms, looked at before a byte of it is read: a session may send a list of
 * payments, a browser with a permission to upload a picture. A ballot file may come from anybody; /verify itself takes few
 * at once.
 */
import { Effect, Option, Schema } from "effect"
import { tokenIn } from "~/effects/base/remix/cookies.server"
import { sha256 } from "~/effects/base/text/random.server"
import { Uploads } from "~/effects/people/uploads/Uploads.server"
import { BROWSER_COOKIE } from "~/effects/people/wallet-session/Browser.server"
import { Sessions } from "~/effects/people/wallet-session/Sessions.server"
import { SESSION_COOKIE } from "~/effects/people/wallet-session/sessionCookie.server"
import { type FilesFor, filesFor } from "./guards.server"

/** Nobody is known who may send so much. */
export class LargeBodyRefused extends Schema.TaggedError<LargeBodyRefused>()("LargeBodyRefused", {
  message: Schema.String
}) {
  readonly status = 413
  readonly code = "E-SIZE"
}

const NO_SESSION = "Requests of this size are accepted only from people who are signed in. Sign in and send it again."
const NO_PERMISSION = "The permission to upload has expired. Reload the page and choose the picture again."

const looks = {
  list: (cookie: string) =>
    Effect.gen(function* () {
      const sessions = yield* Sessions
      const token = tokenIn(cookie, SESSION_COOKIE)
      const account = Option.isSome(token) ? yield* sessions.accountOf(token.value) : Option.none()
      if (Option.isNone(account)) return yield* new LargeBodyRefused({ message: NO_SESSION })
    }),
  picture: (cookie: string) =>
    Effect.gen(function* () {
      const uploads = yield* Uploads
      const token = tokenIn(cookie, BROWSER_COOKIE)
      if (Option.isNone(token) || !(yield* uploads.isAwaited(sha256(token.value)))) {
        return yield* new LargeBodyRefused({ message: NO_PERMISSION })
      }
    }),
  ballots: () => Effect.void
} satisfies Readonly<Record<FilesFor, unknown>>

/** Fails where nobody is known who may send a large body to this path. */
export const mayBeLarge = (path: string, cookie: string) => {
  const kind = filesFor(path)
  return kind === undefined ? Effect.void : looks[kind](cookie)
}
