/**
 * The activity page with any number of events, and a person's own pages with any number of rows (docs/goals.md A14;
 * docs/product/safety.md).
 */

import { SqlClient } from "@effect/sql"
import { assert, describe, it } from "@effect/vitest"
import { Effect, Layer, TestClock } from "effect"
import { ActivityRepo } from "~/effects/activity/activity/ActivityRepo.server"
import { MigrationsLive } from "~/effects/base/db/migrations/index.server"
import { layerSqlite } from "~/effects/base/db/Sql.server"
import { Ledger } from "~/effects/chain/ledger/Ledger.server"
import { OwnVotes } from "~/effects/governance/votes/OwnVotes.server"
import { emailsTab, privacyTab } from "~/effects/people/account/pages/account.server"
import { dashboard } from "~/effects/publishing/dashboard/pages/dashboard.server"
import { NotificationLive } from "~/effects/server/layers/services.server"
import { asAccount } from "../../../addresses"
import { counting } from "../../communities/founding/counting"
import { settings } from "../../people/signup/world"
import { signIn, visit } from "../../publishing/dashboard/visits"
import { found, join, person, TODAY, world } from "./world"

const database = MigrationsLive.pipe(Layer.provideMerge(layerSqlite(":memory:")), Layer.orDie)
const Live = Layer.mergeAll(NotificationLive, OwnVotes.Default, Ledger.layerScript()).pipe(
  Layer.provideMerge(world(database)),
  Layer.provideMerge(settings())
)
const ANA = asAccount("account_tdx_2_ana")

describe("Activity at scale (SQLite)", () => {
  it.effect("never scans or sorts, whatever filter is chosen", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const repo = yield* ActivityRepo
      for (const topic of [null, "votes"] as const) {
        for (const who of [null, ANA]) {
          for (const before of [null, 500]) {
            const wanted = { communityId: "aaaaaaaaaaaa", reach: 1, topic, person: who, before, limit: 51 }
            const [text, params] = repo.statement(wanted).compile()
            const plan = yield* sql.unsafe<{ readonly detail: string }>(`EXPLAIN QUERY PLAN ${text}`, params)
            assert.isNotEmpty(plan)
            for (const { detail } of plan) assert.notMatch(detail, /^SCAN|TEMP B-TREE/, `${detail}\n${text}`)
          }
        }
      }
    }).pipe(Effect.provide(Live))
  )

  it.effect("reads a person's own pages with six statements at most, for one community or forty", () =>
    Effect.gen(function* () {
      yield* TestClock.setTime(TODAY)
      yield* person(ANA, "Ana Ribeiro")
      const token = yield* signIn(ANA)
      const paths = ["", "?tab=notifications", "?tab=votes", "?tab=calendar"].map((tab) => `/userDashboard${tab}`)
      const counts = Effect.forEach(paths, (path) =>
        Effect.map(counting(visit(path, dashboard, { token })), ({ statements }) => statements)
      )
      const before = yield* counts
      for (let n = 0; n < 40; n++) {
        const { id } = yield* found({ slug: `community-${n}` })
        yield* join(id, ANA, { role: "owner" })
      }
      const after = yield* counts
      assert.deepStrictEqual(after, before)
      for (const many of after) assert.isAtMost(many, 6)
      const tabs = yield* Effect.all([
        counting(visit("/userDashboard/edit", emailsTab(ANA), { token })),
        counting(visit("/userDashboard/edit", privacyTab(ANA), { token }))
      ])
      for (const { statements } of tabs) assert.isAtMost(statements, 4)
    }).pipe(Effect.provide(Live))
  )
})
