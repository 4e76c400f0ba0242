/**
 * A9: what a page inside a community costs a signed-in member, with session, database and fifty rows, beside
 * HELLO served by remix-serve in the same minute. Each page is rendered for its request: nothing is kept.
 */
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { SqlClient } from "@effect/sql"
import { Effect, Layer, Option } from "effect"
import { layerSqlite } from "~/effects/base/db/Sql.server"
import { demoAccount } from "~/effects/local/seed/accounts"
import { demoCommunityId } from "~/effects/local/seed/DemoSeed.server"
import { Sessions } from "~/effects/people/wallet-session/Sessions.server"
import { compare } from "./cached"
import { atMost, type Goal } from "./goal"
import { startProduct } from "./servers"

const WHO = "Theo Marchetti"
const ROWS = 60
const HOUR_MS = 3_600_000
const REQUESTS = { hello: 1_000, ours: 300 }
/** Times HELLO. */
const LIMIT = 7

/** Theo's session, and enough events for a full page of the activity tab. Answers the session's token. */
const prepare = (file: string, community: string) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const sessions = yield* Sessions
    const account = demoAccount(WHO)
    const now = Date.now()
    const events = Array.from({ length: ROWS }, (_, n) => ({
      communityId: community,
      seq: 100_000 + n,
      at: now - n * HOUR_MS,
      actor: account,
      type: "threadStarted",
      topic: "discussion",
      target: "/",
      data: JSON.stringify({ title: "A winter programme" }),
      visibility: "members"
    }))
    yield* sql`INSERT INTO activity_events ${sql.insert(events)}`
    return yield* sessions.open({ account, persona: null, userAgent: "a goal", replaces: Option.none() })
  }).pipe(Effect.provide(Sessions.Default.pipe(Layer.provideMerge(layerSqlite(file)))), Effect.runPromise)

export const insidePage: Goal = async () => {
  const folder = mkdtempSync(join(tmpdir(), "commonhold-goal-"))
  try {
    const community = demoCommunityId("night-film")
    await (await startProduct("demo", folder)).stop()
    const token = await prepare(join(folder, "commonhold.sqlite"), community)
    const path = `/community/detail/${community}/activity`
    const headers = { Cookie: `__Host-session=${token}` }
    const { cpu, hello, ours } = await compare(path, REQUESTS, headers, folder)
    return atMost(
      Number(cpu.toFixed(2)),
      LIMIT,
      `times HELLO's processor time: ${ours.cpu.toFixed(2)} ms and ${hello.cpu.toFixed(2)} ms a request`
    )
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
