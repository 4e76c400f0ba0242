/** The sums of the ballots' rows, on a vote's page and in its CSV. */
import { assert } from "@effect/vitest"
import { Effect } from "effect"
import { ReplyHeaders, RouteArgs } from "~/effects/base/remix/RouteArgs.server"
import { ballotsPage } from "~/effects/governance/proposals/pages/one.server"
import type { ProposalRow } from "~/effects/governance/proposals/rows.server"
import { ballotsCsv } from "~/effects/governance/votes/pages/ballotFile.server"
import { sumOf } from "~/effects/governance/votes/weight"
import { asked } from "./world"

/** Cells of a line; none of these texts contains a quotation mark. */
const cellsOf = (line: string) => line.match(/"[^"]*"|[^,"]+|(?<=^|,)(?=,|$)/g) ?? []

const table = (csv: string) => {
  const [head = "", ...lines] = csv.trimEnd().split("\r\n")
  const names = head.split(",")
  return lines.map((line) => Object.fromEntries(cellsOf(line).map((cell, at) => [names[at] ?? "", cell])))
}

/** Own and delegated weight of each row by its number; fails unless page and CSV agree and add up to the tally. */
export const rowsAddUp = (slug: string, row: ProposalRow) =>
  Effect.gen(function* () {
    const page = yield* ballotsPage(row, new URLSearchParams())
    const response = yield* ballotsCsv.pipe(
      Effect.provideService(RouteArgs, asked("/", { slug, n: String(row.number) })),
      Effect.provideService(ReplyHeaders, new Headers())
    )
    const rows = table(yield* Effect.promise(() => response.text()))
    const shown = (page?.ballots ?? []).map(({ delegated, isReplaced, seq, spoilt, weight }) => ({
      seq,
      delegated: delegated ?? "",
      counted: isReplaced === true || spoilt !== null ? "0" : sumOf([weight ?? "", delegated ?? ""])
    }))
    const inFile = rows.map(({ countedWeight = "", delegatedWeight = "", seq }) => ({
      seq: Number(seq),
      delegated: delegatedWeight,
      counted: countedWeight
    }))
    assert.deepStrictEqual(inFile, shown)
    assert.strictEqual(sumOf(shown.map(({ counted }) => counted)), row.tally?.weightCast)
    return shown.map(({ counted, delegated }) => [delegated, counted])
  })
