/** GET /community/detail/{id}/statement?month=2026-11 or ?year=2026 (docs/product/treasury.md, "Statements"). */
import { Clock, Effect, Option } from "effect"
import { RouteArgs } from "~/effects/base/remix/RouteArgs.server"
import { isSameCode, readCode } from "~/effects/base/text/checkCode"
import { inside } from "~/effects/communities/communities/inside.server"
import { readPeriod } from "../askedPeriod"
import { checkCodeOf } from "../checkCode"
import { monthsOf, type Period, periodAfter, periodBefore, periodSearch, periodTitle, yearAt } from "../period"
import { positionNamed } from "../position"
import type { PeriodLink, Statement, StatementPage } from "../statementView"
import { TreasuryStatements } from "../TreasuryStatements.server"

/** Movements on a page; printed, they fill two sheets. */
export const MOVEMENTS = 100

/**
 * Also accepts codes of statements printed before escrow accounts were included, which are about the treasury's account
 * only.
 */
const isCodeOf = (statement: Statement, code: string) =>
  isSameCode(code, statement.code ?? "") || isSameCode(code, checkCodeOf({ ...statement, escrow: null }) ?? "")

const linkTo = (period: Period): PeriodLink => ({ search: periodSearch(period), title: periodTitle(period) })

const othersOf = (period: Period, began: number, now: number): ReadonlyArray<PeriodLink> =>
  period.kind === "month" ? [linkTo(yearAt(period.from))] : monthsOf(period, began, now).map(linkTo)

export const statementPage = Effect.gen(function* () {
  const { request } = yield* RouteArgs
  const { searchParams } = new URL(request.url)
  const { community } = yield* inside
  const period = yield* readPeriod(searchParams, yield* Clock.currentTimeMillis)
  const statements = yield* TreasuryStatements
  const asked = { period, after: positionNamed(searchParams.get("after")), limit: MOVEMENTS }
  const found = yield* statements.statement(community, asked)
  if (Option.isNone(found)) return { state: "none" } satisfies StatementPage as StatementPage
  const statement = found.value
  const { began, now } = statement
  const [earlier, later] = [periodBefore(period), periodAfter(period)]
  const page: StatementPage = {
    state: "shown",
    item: `Statement for ${statement.title}`,
    statement,
    checked: readCode(searchParams, (code) => isCodeOf(statement, code)),
    earlier: earlier.to > began ? linkTo(earlier) : null,
    later: later.from <= now ? linkTo(later) : null,
    others: othersOf(period, began, now)
  }
  return page
})
