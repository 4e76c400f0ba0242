/**
 * GET /api/exports/movements?community={slug}&format=csv|json (docs/product/publishing.md): the treasury's movements,
 * newest first. A file has at most 5,000; the `Link` header (RFC 8288) and the JSON name the next one.
 */
import { Effect, Stream } from "effect"
import { AT_ONCE, inParts, pageOf, readInPages, readUpTo } from "~/effects/base/jobs/inParts"
import { csvInParts, downloadInParts, jsonInParts } from "~/effects/base/remix/download.server"
import { RouteArgs } from "~/effects/base/remix/RouteArgs.server"
import { Settings } from "~/effects/base/settings/Settings.server"
import { Communities } from "~/effects/communities/communities/Communities.server"
import { visitor } from "~/effects/people/wallet-session/visitor.server"
import type { MovementsAfter } from "../MovementLists.server"
import { Treasury } from "../Treasury.server"
import { type Movement, movementWords } from "../view"

const MOST = 5_000
const COLUMNS = ["at", "ledger_version", "transaction", "what", "token", "resource", "change"] as const

/** `version~resource`; anything else means the newest. */
export const afterOf = (text: string | null): MovementsAfter | null => {
  const match = /^(\d{1,15})~(resource_[a-z0-9_]{1,100})$/.exec(text ?? "")
  return match === null ? null : { stateVersion: Number(match[1]), resource: match[2] ?? "" }
}

export const afterText = ({ resource, stateVersion }: Pick<Movement, "resource" | "stateVersion">): string =>
  `${stateVersion}~${resource}`

/** The change is written as a number, not as a formula, so that a spreadsheet can add it up. */
const lineOf = (movement: Movement) => ({
  at: new Date(movement.at).toISOString(),
  ledger_version: movement.stateVersion,
  transaction: movement.txId,
  what: movementWords(movement),
  token: movement.name,
  resource: movement.resource,
  change: movement.change
})

export const exportMovements = Effect.gen(function* () {
  const { request } = yield* RouteArgs
  const { searchParams } = new URL(request.url)
  const who = yield* visitor
  const communities = yield* Communities
  const { community } = yield* communities.bySlug(searchParams.get("community") ?? "", who?.account ?? null)
  const treasury = yield* Treasury
  const { appOrigin } = yield* Settings
  const found = yield* readUpTo(
    MOST + 1,
    readInPages(afterOf(searchParams.get("after")), (after) =>
      Effect.map(treasury.movements(community.id, after, AT_ONCE), (rows) =>
        pageOf(rows, AT_ONCE, ({ resource, stateVersion }): MovementsAfter => ({ stateVersion, resource }))
      )
    )
  )
  const movements = Stream.map(inParts(found.slice(0, MOST)), (some) => some.map(lineOf))
  const isCsv = searchParams.get("format") !== "json"
  const last = found[MOST - 1]
  const older = new URLSearchParams(searchParams)
  if (last !== undefined) older.set("after", afterText(last))
  const next = found.length > MOST ? `${appOrigin}/api/exports/movements?${older}` : null
  const text = isCsv
    ? csvInParts(COLUMNS, movements)
    : jsonInParts({ schema: "movements/1", community: community.slug, next }, "movements", movements)
  return yield* downloadInParts(text, {
    name: `${community.slug}-movements`,
    isCsv,
    headers: next === null ? {} : { Link: `<${next}>; rel="next"` }
  })
})
