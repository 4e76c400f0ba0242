/**
 * Bonds as anyone sees them without a wallet: lists on public pages, and dates in calendars
 * (docs/product/publishing.md).
 */

import { SqlClient } from "@effect/sql"
import { assert, it } from "@effect/vitest"
import { Effect, TestClock } from "effect"
import { ModerationLog } from "~/effects/activity/moderation-log/ModerationLog.server"
import { AmountText } from "~/effects/base/amounts/AmountText"
import { explorePage } from "~/effects/communities/communities/pages/explore.server"
import { communityCalendar } from "~/effects/communities/communities/pages/feed.server"
import { publicProfilePage } from "~/effects/communities/communities/pages/publicProfile.server"
import { Bonds } from "~/effects/treasury/bonds/Bonds.server"
import { DAY_MS } from "~/effects/treasury/bonds/limits"
import { seriesCalendar } from "~/effects/treasury/bonds/pages/calendar.server"
import { openSales } from "~/effects/treasury/bonds/publicSeries.server"
import { describeOnBothDatabases } from "../../../databases"
import { visit } from "../../publishing/dashboard/visits"
import { ADA, closed, opened, terms, world } from "./world"

const coupons = {
  variant: "coupon",
  faceValue: AmountText.make("100"),
  issuePrice: AmountText.make("100"),
  couponRatePct: AmountText.make("8"),
  couponEvery: "monthly",
  maturesAt: terms.saleClosesAt + 90 * DAY_MS
} as const

const codes = (rows: ReadonlyArray<{ readonly code: string }>) => rows.map(({ code }) => code)
const bondsOfProfile = Effect.map(
  visit("/explore/garden", publicProfilePage("garden")),
  ({ value }) => value.bonds
).pipe(Effect.provide(ModerationLog.Default))
const sales = (search = "") => Effect.map(visit(`/explore?tab=sales${search}`, explorePage), ({ value }) => value.sales)

describeOnBothDatabases("bonds on public pages", (database) => {
  it.effect(
    "list an open sale in the directory and on the community's public profile, a closed one on the profile only",
    () =>
      Effect.gen(function* () {
        const { code, community } = yield* opened(coupons)
        const [row] = yield* bondsOfProfile
        assert.deepInclude(row, { code, state: "open", perYear: "about 8.30%", sold: 0 })
        assert.deepStrictEqual(codes((yield* sales())?.rows ?? []), [code])
        assert.deepStrictEqual(codes(yield* openSales(5, { tag: "Film" })), [code])
        assert.isEmpty(yield* openSales(5, { tag: "Food" }))
        yield* closed
        assert.isEmpty((yield* sales())?.rows)
        assert.strictEqual((yield* bondsOfProfile)[0]?.state, "settling")
        const sql = yield* SqlClient.SqlClient
        yield* sql`UPDATE bond_series SET state = 'open'`
        yield* sql`UPDATE communities SET visibility = 'unlisted' WHERE id = ${community.id}`
        assert.isEmpty((yield* sales())?.rows)
      }).pipe(Effect.provide(world(database)))
  )

  it.effect("are sorted by their close, and a page continues after the last of the previous one", () =>
    Effect.gen(function* () {
      const { community } = yield* opened()
      const bonds = yield* Bonds
      for (const [n, id] of ["seriesbbbbbb", "seriescccccc", "seriesdddddd"].entries()) {
        const saleClosesAt = terms.saleClosesAt + (n === 1 ? -DAY_MS : n * DAY_MS)
        yield* bonds.saveDraft(community, ADA, { id, version: 0, terms: { ...terms, saleClosesAt } })
      }
      assert.lengthOf(yield* openSales(9), 1)
      const sql = yield* SqlClient.SqlClient
      yield* sql`UPDATE bond_series SET state = 'open'`
      const all = yield* openSales(9)
      assert.deepStrictEqual(codes(all), ["GRD-1970C", "GRD-1970A", "GRD-1970B", "GRD-1970D"])
      const [, second] = all
      const after = { at: second?.saleClosesAt ?? 0, id: second?.id ?? "" }
      assert.deepStrictEqual(codes(yield* openSales(9, { after })), ["GRD-1970B", "GRD-1970D"])
      const page = yield* sales(`&after=${after.at}~${after.id}`)
      assert.deepStrictEqual(codes(page?.rows ?? []), ["GRD-1970B", "GRD-1970D"])
      assert.isNull(page?.next)
    }).pipe(Effect.provide(world(database)))
  )

  it.effect("put an upcoming sale, coupons and maturity into both calendars, and nothing of a draft", () =>
    Effect.gen(function* () {
      const { code, community } = yield* opened(coupons)
      const bonds = yield* Bonds
      yield* bonds.saveDraft(community, ADA, { id: "seriesbbbbbb", version: 0, terms })
      const textOf = <A extends Response, E, R>(response: Effect.Effect<{ readonly value: A }, E, R>) =>
        Effect.flatMap(response, ({ value }) => Effect.promise(() => value.text()))
      const ofCommunity = textOf(visit("/", communityCalendar, { params: { slug: "garden" } }))
      const ofSeries = (wanted: string) => visit("/", seriesCalendar, { params: { id: community.id, code: wanted } })
      const words = (file: string) =>
        [...file.matchAll(/DTSTART:(\d{8})T\d{6}Z\r\nSUMMARY:(.*)\r/g)].map(([, ...rest]) => rest)
      const expected = [
        ["19700103", `The sale of ${code} closes`],
        ["19700203", `${code} pays its coupon`],
        ["19700303", `${code} pays its coupon`],
        ["19700403", `${code} pays its coupon`],
        ["19700403", `${code} matures`]
      ]
      assert.deepStrictEqual(words(yield* ofCommunity), expected)
      assert.deepStrictEqual(words(yield* textOf(ofSeries(`${code}.ics`))), expected)
      assert.include(yield* ofCommunity, `/explore/garden/bonds/${code}`)
      assert.strictEqual((yield* Effect.flip(ofSeries("GRD-1970B.ics"))).status, 404)
      yield* TestClock.setTime(terms.saleClosesAt + 32 * DAY_MS)
      assert.deepStrictEqual(words(yield* textOf(ofSeries(code))), expected.slice(1))
    }).pipe(Effect.provide(world(database)))
  )
})
