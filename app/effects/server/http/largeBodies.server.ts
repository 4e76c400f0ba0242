/**
 * Decides before a body is read who may send one above the limit of forms: a session may send a list of payments
 * or receipts, a browser with a permission may upload a picture. Anyone may send a ballot file; /verify itself limits how many it
 * processes.
 */
import { Effect, Option, Schema } from "effect"
import { coded } from "~/effects/base/failures/coded"
import { tokenIn } from "~/effects/base/remix/cookies.server"
import { sha256 } from "~/effects/base/text/random.server"
import { Uploads } from "~/effects/people/uploads/Uploads.server"
import { BROWSER_COOKIE } from "~/effects/people/wallet-session/Browser.server"
import { Sessions } from "~/effects/people/wallet-session/Sessions.server"
import { SESSION_COOKIE } from "~/effects/people/wallet-session/sessionCookie.server"
import { type FilesFor, filesFor } from "./guards.server"

/** The sender has no permission to send this much. */
export class LargeBodyRefused extends coded("LargeBodyRefused", "E-SIZE", 413, {
  fields: { message: Schema.String }
}) {}

const NO_SESSION = "Requests of this size are accepted only from people who are signed in. Sign in and send it again."
const NO_PERMISSION = "The permission to upload has expired. Reload the page and choose the picture again."

const bySession = (cookie: string) =>
  Effect.gen(function* () {
    const sessions = yield* Sessions
    const token = tokenIn(cookie, SESSION_COOKIE)
    const account = Option.isSome(token) ? yield* sessions.accountOf(token.value) : Option.none()
    if (Option.isNone(account)) return yield* new LargeBodyRefused({ message: NO_SESSION })
  })

const checks = {
  list: bySession,
  documents: bySession,
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

/** Fails if the sender has no permission to send a large body to this path. */
export const mayBeLarge = (path: string, cookie: string) => {
  const kind = filesFor(path)
  return kind === undefined ? Effect.void : checks[kind](cookie)
}
