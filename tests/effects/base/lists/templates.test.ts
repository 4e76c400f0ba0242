/** The lists that people download and fill in. */
import { readFileSync } from "node:fs"
import { join } from "node:path"
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { sheetOfText } from "~/effects/base/lists/broughtSheet.server"
import { openQuestion, readingOf } from "~/effects/base/lists/ListReading"
import { sheetOfXlsx } from "~/effects/base/lists/sheetOfXlsx.server"

const file = (name: string) => readFileSync(join(import.meta.dirname, "../../../../public/templates", name))

describe("a template", () => {
  it.effect("has columns that need no decision, as CSV and as .xlsx", () =>
    Effect.gen(function* () {
      for (const [name, roles] of [
        ["payout-list", ["account", "amount", "note"]],
        ["weight-list", ["account", "amount"]]
      ] as const) {
        const text = yield* sheetOfText(file(`${name}.csv`).toString("utf8"))
        const book = yield* sheetOfXlsx(new Uint8Array(file(`${name}.xlsx`)), `${name}.xlsx`)
        for (const sheet of [text, book]) {
          const reading = yield* readingOf(sheet)
          assert.isNull(openQuestion(reading))
          assert.deepStrictEqual(reading.columns, { header: 1, roles: [...roles] })
        }
      }
    })
  )
})
