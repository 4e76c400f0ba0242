/**
 * GET /community/detail/{id}/decisions?year=2026, the register of a year's decisions, its file at
 * /api/exports/decisions, and `?view=agenda`, the agenda of a meeting (docs/product/votes.md#register-of-decisions).
 */
import { Clock, Effect } from "effect"
import type { Community } from "~/effects/access/Community"
import { RouteArgs } from "~/effects/base/remix/RouteArgs.server"
import { Settings } from "~/effects/base/settings/Settings.server"
import { codeOf, isSameCode, readCode } from "~/effects/base/text/checkCode"
import { csvFile } from "~/effects/base/text/csv"
import { Communities } from "~/effects/communities/communities/Communities.server"
import { inside } from "~/effects/communities/communities/inside.server"
import { visitor } from "~/effects/people/wallet-session/visitor.server"
import { readYear } from "~/effects/treasury/statements/askedPeriod"
import { isRunning, type Period, yearAt } from "~/effects/treasury/statements/period"
import { ProposalListsRepo } from "../../proposals/ProposalListsRepo.server"
import { publicProposalPath } from "../../proposals/paths"
import type { DecidedRow } from "../../proposals/rows.server"
import { stateOf } from "../../proposals/stateWords"
import { cardOf } from "../../proposals/view.server"
import { writeLine } from "../../votes/file/readStrictly"
import { agendaOf, MOST_ITEMS, readAgenda } from "../agenda"
import { checksumOf, type Decision, REGISTER_SCHEMA, type Register } from "../register"
import type { DecisionsPage } from "../view"

const isoOf = (at: number) => new Date(at).toISOString()

const decisionOf = (row: DecidedRow, slug: string, origin: string, now: number): Decision => {
  const card = cardOf(row, now)
  const final = card.results?.shown === true ? card.results.final : null
  return {
    number: row.number,
    title: row.title,
    kind: row.kind,
    closedAt: isoOf(row.closedAt),
    state: stateOf(card, now).word,
    result: final?.words ?? "",
    voters: card.participation?.voters ?? 0,
    eligible: card.participation?.eligibleCount ?? 0,
    proposalDigest: row.proposalDigest,
    headHash: row.head,
    transaction: row.status === "executed" ? (row.execution?.txId ?? null) : null,
    url: `${origin}${publicProposalPath(slug, row.number)}`
  }
}

/** As any visitor may read it: what a voter may see early must not get into a register. */
const registerOf = Effect.fnUntraced(function* ({ id, name, slug }: Community, period: Period, now: number) {
  const repo = yield* ProposalListsRepo
  const { appOrigin } = yield* Settings
  const rows = yield* repo.decided(id, period.from, Math.min(period.to, now))
  const register: Register = {
    schema: REGISTER_SCHEMA,
    origin: appOrigin,
    community: { slug, name },
    year: period.name,
    until: isoOf(isRunning(period, now) ? now : period.to),
    decisions: rows.map((row) => decisionOf(row, slug, appOrigin, now))
  }
  return { ...register, checksum: checksumOf(register) }
})

const agendaPage = Effect.fnUntraced(function* (community: Community, search: URLSearchParams, now: number) {
  const repo = yield* ProposalListsRepo
  const usual = { kind: null, author: null, q: "", after: null } as const
  const [open, review] = yield* Effect.all([
    repo.page(community.id, null, { ...usual, tab: "open" }, MOST_ITEMS),
    repo.page(community.id, null, { ...usual, tab: "review" }, MOST_ITEMS)
  ])
  const agenda = readAgenda(search)
  const proposals = [...open, ...review].map((row) => ({
    number: row.number,
    title: row.title,
    summary: row.summary,
    author: cardOf(row, now).author.name,
    opensAt: row.opensAt,
    closesAt: row.closesAt,
    state: stateOf(cardOf(row, now), now).word
  }))
  return { state: "agenda", slug: community.slug, agenda, proposals, items: agendaOf(agenda, proposals), now } as const
})

export const decisionsPage = Effect.gen(function* () {
  const { request } = yield* RouteArgs
  const { searchParams } = new URL(request.url)
  const { community } = yield* inside
  const now = yield* Clock.currentTimeMillis
  if (searchParams.get("view") === "agenda") return (yield* agendaPage(community, searchParams, now)) as DecisionsPage
  const period = yield* readYear(searchParams, now)
  const { checksum, decisions, year } = yield* registerOf(community, period, now)
  const code = isRunning(period, now) ? null : codeOf(checksum)
  const began = yearAt(community.createdAt).from
  const page: DecisionsPage = {
    state: "register",
    slug: community.slug,
    year,
    decisions,
    code,
    checked: readCode(searchParams, code === null ? null : (typed) => isSameCode(typed, code)),
    earlier: period.from > began ? yearAt(period.from - 1).name : null,
    later: period.to <= now ? yearAt(period.to).name : null,
    now
  }
  return page
})

const COLUMNS = [
  "number",
  "closedAt",
  "title",
  "kind",
  "state",
  "result",
  "voters",
  "eligible",
  "transaction",
  "proposalDigest",
  "headHash",
  "url"
] as const

/** GET /api/exports/decisions?community={slug}&year=2026&format=csv|json */
export const exportDecisions = Effect.gen(function* () {
  const { request } = yield* RouteArgs
  const { searchParams } = new URL(request.url)
  const who = yield* visitor
  const communities = yield* Communities
  const { community } = yield* communities.bySlug(searchParams.get("community") ?? "", who?.account ?? null)
  const now = yield* Clock.currentTimeMillis
  const register = yield* registerOf(community, yield* readYear(searchParams, now), now)
  const isJson = searchParams.get("format") === "json"
  const name = `${community.slug}-decisions-${register.year}.${isJson ? "json" : "csv"}`
  return new Response(isJson ? writeLine(register) : csvFile(COLUMNS, register.decisions), {
    headers: {
      "Content-Type": `${isJson ? "application/json" : "text/csv"}; charset=utf-8`,
      "Content-Disposition": `attachment; filename="${name}"`
    }
  })
})
