/**
 * No page scans a whole table or sorts what an index could return in order (docs/goals.md A14). Every page of that goal
 * is opened here over one row of everything; SQLite plans the same for a million rows, and reports its plan.
 */

import { SqlClient } from "@effect/sql"
import { Effect, Layer, Option } from "effect"
import { afterAll, assert, beforeAll, describe, test } from "vitest"
import { CommunityId } from "~/effects/access/Community"
import { Metrics } from "~/effects/base/metrics/Metrics.server"
import { DelegatedVoteRecord } from "~/effects/governance/votes/DelegatedVoteRecord.server"
import { SecretLinks } from "~/effects/people/account/SecretLinks.server"
import { CouponsRepo } from "~/effects/treasury/bonds/CouponsRepo.server"
import { OrdersRepo } from "~/effects/treasury/bonds/OrdersRepo.server"
import { SeriesRepo } from "~/effects/treasury/bonds/SeriesRepo.server"
import { makeRepaymentLife } from "~/effects/treasury/bonds/seriesSteps.server"
import { statementPage } from "~/effects/treasury/statements/pages/statement.server"
import { signIn, writeModels } from "../../../../scripts/goals/growth/models"
import { COMMUNITY, ME, SERIES, SLUG } from "../../../../scripts/goals/growth/names"
import { pages, takeBallot } from "../../../../scripts/goals/growth/pages"
import { openProduct, type Product, type Sent } from "../../../../scripts/goals/growth/product"
import { small } from "../../../../scripts/goals/growth/small"
import { onSqlite } from "../../../../scripts/goals/growth/sqlite"
import { responses } from "../../../../scripts/goals/turns/responses"
import { asAccount } from "../../../addresses"
import { visit } from "../../publishing/dashboard/visits"

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

/** Whether a step of a plan scans rows one by one; short lists made on the way (`(SELECT …) told`) are allowed. */
const isFault = (step: string, text: string): boolean => {
  const scanned = /^SCAN (\w+)/.exec(step)?.[1]
  if (scanned !== undefined) return scanned !== "CONSTANT" && !new RegExp(`\\)\\s+(AS\\s+)?${scanned}\\b`).test(text)
  return /^USE TEMP B-TREE FOR (\w+ .*)?ORDER BY|AUTOMATIC/.test(step)
}

/**
 * Jobs find transactions and orders by state. A page that did so would read those of the whole site, and one that read
 * the receipts of a series those of all its holders, however small its result.
 */
const readsOthers = (step: string): boolean =>
  /USING INDEX ledger_steps_by_state|INDEX (bond_orders_expiring|bond_receipts_of_series)\b/.test(step)

/** Parts of statements that are cheap only with this search, recognised by a text that only they contain. */
const ways: ReadonlyArray<{ readonly has: string; readonly step: RegExp }> = [
  // Not all votes in which the person was ever a voter.
  { has: "SELECT 'votes', c.id", step: /^SEARCH v USING .*INDEX voters_until \(account_address=\? AND closes_at>\?\)/ },
  {
    has: "SELECT 'vote', c.id",
    step: /^SEARCH v USING .*INDEX voters_until \(account_address=\? AND closes_at>\?.*\)/
  },
  // Not all redemptions of the series, for each receipt of the person.
  { has: "SELECT 'redeem', c.id", step: /^SEARCH o USING COVERING INDEX bond_orders_of_person \(.*series_id=\?\)/ },
  { has: "SELECT 'sale', c.id", step: /^SEARCH bond_orders USING COVERING INDEX bond_orders_of_person/ },
  // Not all sales of the site.
  { has: "SELECT 'saleCloses', s.code", step: /^SEARCH s USING INDEX bond_series_closing \(community_id=\?/ },
  // Not all completed requests of a series, each minute.
  { has: "SELECT MIN(since)", step: /^SEARCH o USING INDEX bond_orders_in_line \(.*state=\?\)/ },
  // Sums of all pending orders, without reading the orders themselves.
  { has: "AS waiting_orders", step: /^SEARCH bond_orders USING COVERING INDEX bond_orders_in_line/ }
]

/** Files whose pages are sorted: they list what one person has, or what a community made by hand or had to moderate. */
const SORTED: ReadonlySet<string> = new Set(["one's own data", "a community, zip"])

describe("the statements of every page with a list", () => {
  test("use indexes", async () => {
    const token = await product.run(signIn)
    const faults = new Set<string>()
    const found = new Set<string>()
    const check = async (name: string, sent: ReadonlyArray<Sent>, maySort = false) => {
      assert.isNotEmpty(sent, name)
      for (const statement of sent) {
        const plan = await explained(statement)
        for (const { has, step } of ways) {
          if (!statement.text.replace(/\s+/g, " ").includes(has)) continue
          found.add(has)
          if (!plan.some(({ detail }) => step.test(detail))) faults.add(`${name}: ${has} is not found by ${step}`)
        }
        for (const { detail } of plan) {
          if (
            readsOthers(detail) ||
            (!isSmall(statement) && isFault(detail, statement.text) && !(maySort && detail.startsWith("USE TEMP")))
          )
            faults.add(`${name}: ${detail}: ${statement.text.replace(/\s+/g, " ").slice(0, 200)}`)
        }
      }
    }
    for (const { name, path, program } of pages(1)) {
      const params = { id: COMMUNITY, n: "1", slug: SLUG }
      await check(name, (await product.open(path, program, { params, token })).sent)
    }
    const statement = `/community/detail/${COMMUNITY}/statement?year=${new Date().getUTCFullYear()}`
    for (const path of [statement, `${statement}&after=${Date.now()}~1~resource_a`]) {
      const params = { id: COMMUNITY }
      await check(path, (await product.open(path, statementPage, { params, token })).sent)
    }
    const calendar = await product.run(Effect.flatMap(SecretLinks, (links) => links.secretOf(ME, "calendar")))
    for (const { name, params, path, program } of responses(calendar)) {
      const asked = { params: { id: COMMUNITY, n: "1", slug: SLUG, ...params }, token }
      const file = Effect.flatMap(visit(path, program, asked), ({ value }) =>
        Effect.promise(async () => (value instanceof Response ? value.arrayBuffer() : null))
      )
      await check(name, (await product.capture(file)).sent, SORTED.has(name))
    }
    await check("the figures", (await product.capture(Effect.flatMap(Metrics, ({ text }) => text))).sent)
    const record = (side: "delegatedBy" | "delegatedTo", community: CommunityId | null) =>
      Effect.flatMap(DelegatedVoteRecord, (delegated) =>
        delegated[side]({ account: asAccount("account_tdx_2_m1"), community, now: 0, limit: 20, after: null })
      ).pipe(Effect.provide(DelegatedVoteRecord.Default))
    for (const community of [CommunityId.make(COMMUNITY), null]) {
      for (const side of ["delegatedBy", "delegatedTo"] as const) {
        const { sent } = await product.capture(record(side, community))
        await check(`${side} in ${community}`, sent)
        // Found in order by one index, without reading any other vote of the same person.
        const plans = (await Promise.all(sent.map(explained))).flat()
        const found = plans
          .map(({ detail }) => detail)
          .filter((detail) => /^SEARCH l USING .*INDEX vote_loans/.test(detail))
        assert.lengthOf(found, 1)
        assert.match(found[0] ?? "", /vote_loans_(lent_here|used_here|of_lender|of_delegate) \(.*closes_at/)
      }
    }
    const asked = {
      account: ME,
      communityId: CommunityId.make(COMMUNITY),
      seriesId: SERIES,
      direction: "redeem",
      limit: 100
    } as const
    const holders = Effect.flatMap(OrdersRepo, ({ ofHolder }) => ofHolder(asked))
    await check("a bond's orders", (await product.capture(Effect.provide(holders, OrdersRepo.Default))).sent)
    const minute = Effect.gen(function* () {
      const series = Option.getOrThrow(yield* (yield* SeriesRepo).find(SERIES))
      return yield* (yield* makeRepaymentLife).step(series, Date.now())
    }).pipe(Effect.provide(Layer.mergeAll(SeriesRepo.Default, CouponsRepo.Default, OrdersRepo.Default)))
    await check("a series' minute", (await product.capture(minute)).sent)
    await check("a vote", (await product.capture(takeBallot)).sent)
    assert.deepEqual([...faults], [])
    assert.sameMembers(
      [...found],
      ways.map(({ has }) => has)
    )
  }, 120_000)
})
