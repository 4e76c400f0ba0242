/**
 * No page reads a table as a whole, or sorts what an index could have in order (docs/goals.md A14). Every page of the
 * goal `A14` is opened here over one row of everything; SQLite plans the same for a million, and says how.
 */
import { SqlClient } from "@effect/sql"
import { Effect } from "effect"
import { afterAll, assert, beforeAll, describe, test } from "vitest"
import { Metrics } from "~/effects/base/metrics/Metrics.server"
import { LentRecord } from "~/effects/governance/votes/LentRecord.server"
import { statementPage } from "~/effects/treasury/statements/pages/statement.server"
import { signIn, writeModels } from "../../../../scripts/goals/growth/models"
import { COMMUNITY, SLUG } from "../../../../scripts/goals/growth/names"
import { pages, takeBallot } from "../../../../scripts/goals/growth/pages"
import { openProduct, type Product, type Sent } from "../../../../scripts/goals/growth/product"
import { small } from "../../../../scripts/goals/growth/small"
import { onSqlite } from "../../../../scripts/goals/growth/sqlite"

const place = onSqlite()
let product: Product
beforeAll(async () => {
  product = await openProduct(place.settings)
  await product.run(writeModels)
}, 60_000)
afterAll(async () => {
  await product.close()
  await place.remove()
})

const explained = ({ params, text }: Sent) =>
  product.run(
    Effect.flatMap(SqlClient.SqlClient, (sql) =>
      sql.unsafe<{ readonly detail: string }>(`EXPLAIN QUERY PLAN ${text}`, [...params])
    )
  )

const isSmall = ({ text }: Sent) => small.some(({ has }) => text.replace(/\s+/g, " ").includes(has))

/** Whether a step of a plan goes through rows one by one; short lists made on the way (`(SELECT …) told`) may be. */
const isFault = (step: string, text: string): boolean => {
  const scanned = /^SCAN (\w+)/.exec(step)?.[1]
  if (scanned !== undefined) return scanned !== "CONSTANT" && !new RegExp(`\\)\\s+(AS\\s+)?${scanned}\\b`).test(text)
  return /^USE TEMP B-TREE FOR ORDER BY|AUTOMATIC/.test(step)
}

/** Jobs look for steps by their state; a page that did would read those of the whole site, also where what it answers is small. */
const readsAllSteps = (step: string): boolean => step.includes("USING INDEX ledger_steps_by_state")

describe("the statements of every page with a list", () => {
  test("are answered from indexes", async () => {
    const token = await product.run(signIn)
    const faults = new Set<string>()
    const look = async (name: string, sent: ReadonlyArray<Sent>) => {
      assert.isNotEmpty(sent, name)
      for (const statement of sent) {
        for (const { detail } of await explained(statement)) {
          if (readsAllSteps(detail) || (!isSmall(statement) && isFault(detail, statement.text)))
            faults.add(`${name}: ${detail}: ${statement.text.replace(/\s+/g, " ").slice(0, 200)}`)
        }
      }
    }
    for (const { name, path, program } of pages(1)) {
      const params = { id: COMMUNITY, n: "1", slug: SLUG }
      await look(name, (await product.open(path, program, { params, token })).sent)
    }
    const statement = `/community/detail/${COMMUNITY}/statement?year=${new Date().getUTCFullYear()}`
    for (const path of [statement, `${statement}&after=${Date.now()}~1~resource_a`]) {
      const params = { id: COMMUNITY }
      await look(path, (await product.open(path, statementPage, { params, token })).sent)
    }
    await look("the figures", (await product.capture(Effect.flatMap(Metrics, ({ text }) => text))).sent)
    const record = (side: "lentBy" | "lentTo", community: string | null) =>
      Effect.flatMap(LentRecord, (lent) =>
        lent[side]({ account: "account_tdx_2_m1", community, now: 0, limit: 20, after: null })
      ).pipe(Effect.provide(LentRecord.Default))
    for (const community of [COMMUNITY, null]) {
      for (const side of ["lentBy", "lentTo"] as const) {
        const { sent } = await product.capture(record(side, community))
        await look(`${side} in ${community}`, sent)
        // Found in its order by one index, without a look at any other vote of the same person.
        const plans = (await Promise.all(sent.map(explained))).flat()
        const found = plans
          .map(({ detail }) => detail)
          .filter((detail) => /^SEARCH l USING .*INDEX vote_loans/.test(detail))
        assert.lengthOf(found, 1)
        assert.match(found[0] ?? "", /vote_loans_(lent_here|used_here|of_lender|of_delegate) \(.*closes_at/)
      }
    }
    await look("a vote", (await product.capture(takeBallot)).sent)
    assert.deepEqual([...faults], [])
  }, 120_000)
})
