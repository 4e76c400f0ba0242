/**
 * GET /api/exports/statement?community={slug}&month=2026-11|year=2026&format=csv|json (docs/product/treasury.md,
 * "Statements"). A file has at most 5,000 movements; the `Link` header (RFC 8288) and the JSON name the next one.
 */
import { Clock, Effect, Option, Stream } from "effect"
import { inParts } from "~/effects/base/jobs/inParts"
import { csvInParts, downloadInParts, jsonInParts } from "~/effects/base/remix/download.server"
import { RouteArgs } from "~/effects/base/remix/RouteArgs.server"
import { Settings } from "~/effects/base/settings/Settings.server"
import { Communities } from "~/effects/communities/communities/Communities.server"
import { visitor } from "~/effects/people/wallet-session/visitor.server"
import { DeployFirst } from "~/effects/treasury/deployment/errors"
import { readPeriod } from "../askedPeriod"
import { COLUMNS, endLines, movementLine } from "../lines"
import { positionNamed } from "../position"
import type { Statement } from "../statementView"
import { TreasuryStatements } from "../TreasuryStatements.server"

const MOST = 5_000

const jsonOf = (statement: Statement, next: string | null) => {
  // The movements are the last member.
  const { isFirstPage: _, movements, next: _key, now, period, slug: community, title: _title, ...rest } = statement
  const { from, kind, name, to } = period
  const times = {
    from: new Date(from).toISOString(),
    before: new Date(to).toISOString(),
    at: new Date(now).toISOString()
  }
  const head = { schema: "statement/1", community, [kind]: name, ...times, next, ...rest }
  return jsonInParts(head, "movements", inParts(movements))
}

const csvOf = (statement: Statement) => {
  const { after, before } = endLines(statement)
  const movements = Stream.map(inParts(statement.movements), (some) => some.map(movementLine))
  return csvInParts(COLUMNS, inParts(before).pipe(Stream.concat(movements), Stream.concat(inParts(after))))
}

export const exportStatement = Effect.gen(function* () {
  const { request } = yield* RouteArgs
  const { searchParams } = new URL(request.url)
  const who = yield* visitor
  const communities = yield* Communities
  const { community } = yield* communities.bySlug(searchParams.get("community") ?? "", who?.account ?? null)
  const period = yield* readPeriod(searchParams, yield* Clock.currentTimeMillis)
  const statements = yield* TreasuryStatements
  const asked = { period, after: positionNamed(searchParams.get("after")), limit: MOST }
  const statement = Option.getOrNull(yield* statements.statement(community, asked))
  if (statement === null) return yield* new DeployFirst()
  const { appOrigin } = yield* Settings
  const later = new URLSearchParams(searchParams)
  if (statement.next !== null) later.set("after", statement.next)
  const next = statement.next === null ? null : `${appOrigin}/api/exports/statement?${later}`
  const isCsv = searchParams.get("format") !== "json"
  return yield* downloadInParts(isCsv ? csvOf(statement) : jsonOf(statement, next), {
    name: `${community.slug}-statement-${period.name}`,
    isCsv,
    headers: next === null ? {} : { Link: `<${next}>; rel="next"` }
  })
})
