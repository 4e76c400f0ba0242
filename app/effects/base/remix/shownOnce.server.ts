/**
 * Ids that a page makes for one showing of itself: the hidden key that lets a form happen once, the id of a draft that
 * is not stored yet. A rendered page may be shown again (personalPages.server.ts), and every showing needs its own:
 * so each is written down with the request, and the server puts a new one in its place.
 */
import { Effect } from "effect"
import { idText, tokenText } from "~/effects/base/text/random.server"
import { RouteArgs } from "./RouteArgs.server"

const shownOnce = (again: () => string): Effect.Effect<string, never, RouteArgs> =>
  Effect.map(RouteArgs, ({ context }) => {
    const text = again()
    context.shownOnce?.push({ text, again })
    return text
  })

/** As random.server.ts makes them: `length` characters of base32. */
export const idForPage = (length = 12) => shownOnce(() => idText(length))

/** 64 hex characters. */
export const tokenForPage = shownOnce(tokenText)
