/**
 * A person's dates at a secret address that they can revoke (docs/product/publishing.md). Calendar programs fetch it
 * without a session; a revoked address and one that never existed return the same 404.
 */
import { Clock, Effect, Option } from "effect"
import { Agenda } from "~/effects/activity/agenda/Agenda.server"
import { NotThere } from "~/effects/base/failures/failures"
import { RouteArgs } from "~/effects/base/remix/RouteArgs.server"
import { APP_NAME } from "~/effects/base/settings/product"
import { Settings } from "~/effects/base/settings/Settings.server"
import { SecretLinks } from "~/effects/people/account/SecretLinks.server"
import { calendarFile } from "../ics"

const AHEAD = "366 days"

export const personalCalendar = Effect.gen(function* () {
  const { params } = yield* RouteArgs
  const links = yield* SecretLinks
  const owner = yield* links.ownerOf((params.secret ?? "").replace(/\.ics$/, ""), "calendar")
  if (Option.isNone(owner)) return yield* new NotThere({})
  const { dates } = yield* Agenda
  const { appOrigin } = yield* Settings
  const entries = yield* dates(owner.value, AHEAD)
  const file = calendarFile({
    name: APP_NAME,
    host: new URL(appOrigin).hostname,
    now: yield* Clock.currentTimeMillis,
    entries: entries.map(({ path, ...entry }) => ({ ...entry, url: `${appOrigin}${path}` }))
  })
  return new Response(file, {
    headers: {
      "Content-Type": "text/calendar; charset=utf-8",
      "Content-Disposition": 'inline; filename="calendar.ics"',
      "Cache-Control": "private, no-cache",
      "X-Robots-Tag": "noindex"
    }
  })
})
