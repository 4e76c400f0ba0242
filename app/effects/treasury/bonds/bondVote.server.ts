/** Bonds that a community decides on (R-B2, D-21): the action a vote approves, and what becomes of series in a vote. */
import { SqlClient } from "@effect/sql"
import { Effect, Option } from "effect"
import { canonical } from "~/effects/base/text/canonical"
import { digestOf } from "~/effects/base/text/digest"
import { Executions } from "~/effects/governance/proposals/Executions.server"
import { type Hundredths, owedPerUnit, type Plan, percentText, scheduleOf, totalReturn } from "./arithmetic"
import { Bonds } from "./Bonds.server"
import { dayText } from "./codes"
import { moneyText, timesUnits } from "./money"
import type { Series } from "./Series"
import { SeriesRepo } from "./SeriesRepo.server"
import { planOf, termsDigest } from "./terms"

interface Figures {
  readonly money: (text: string) => string
  readonly inAll: (plan: Plan) => Hundredths
}
const exact: Figures = { money: moneyText, inAll: totalReturn }
/** As votes were begun before 2026-11-22: their action is found by its words, too. */
const cut: Figures = {
  money: (text) => moneyText(text.replace(/(\.\d{4})\d+$/, "$1")),
  inAll: (plan) => Number(((owedPerUnit(scheduleOf(plan)) - plan.issuePrice) * 10_000n) / plan.issuePrice)
}

export const termsInWords = (series: Series, { inAll, money }: Figures = exact): ReadonlyArray<string> => [
  `Series ${series.code}, “${series.name}”: ${series.units} units at ${money(series.issuePrice)} ${series.symbol}.`,
  `If all are sold, the community receives ${money(timesUnits(series.issuePrice, series.units))} ${series.symbol}.`,
  `Each unit pays back ${money(series.faceValue)} ${series.symbol} on ${dayText(series.maturesAt)}${
    series.couponRatePct === null ? "" : `, and ${series.couponRatePct} % a year until then`
  }: ${percentText(inAll(planOf(series)))} in all.`
]

/** The same terms always give the same action, so a vote can be found by it. */
export const bondAction = (series: Series, figures?: Figures) => {
  const payload = { series: series.id, termsDigest: termsDigest(series), words: termsInWords(series, figures) }
  return { type: "bond" as const, payload: canonical(payload), hash: digestOf(payload) }
}

/** A vote that ended so approves nothing, or no longer does. */
const OVER: ReadonlySet<string> = new Set(["failed", "noQuorum", "cancelled", "expired"])
const AT_ONCE = 100

/** Series whose vote is over meanwhile. Runs with the minute job. */
export const makeDecisions = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const repo = yield* SeriesRepo
  const bonds = yield* Bonds
  const executions = yield* Executions
  const statusOf = (proposalId: string | null) =>
    Effect.map(
      Effect.orDie(sql<{ readonly status: string }>`SELECT status FROM proposals WHERE id = ${proposalId ?? ""}`),
      ([row]) => row?.status
    )
  const approved = (series: Series) =>
    Effect.gen(function* () {
      const hashes = new Set([bondAction(series).hash, bondAction(series, cut).hash])
      for (const hash of hashes) {
        const found = yield* executions.approvedAction(series.communityId, "bond", hash)
        if (Option.isSome(found)) return found
      }
      return Option.none()
    })
  return Effect.gen(function* () {
    for (const series of yield* repo.inStates(["proposed", "approved"], "", AT_ONCE)) {
      const found = series.state === "proposed" ? yield* approved(series) : Option.none()
      if (Option.isSome(found)) yield* bonds.decided(series.id, true, found.value.id)
      else if (OVER.has((yield* statusOf(series.proposalId)) ?? "")) yield* bonds.decided(series.id, false)
    }
  })
})
