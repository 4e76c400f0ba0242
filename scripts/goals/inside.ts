/**
 * A9: what a page inside a community costs a signed-in member, with session, database and fifty rows, beside
 * HELLO served by remix-serve in the same minute. Each page is rendered for its request: nothing is kept.
 */
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { demoAccount } from "~/effects/local/seed/accounts"
import { demoCommunityId } from "~/effects/local/seed/DemoSeed.server"
import { compare } from "./cached"
import { openSessions } from "./demoSessions"
import { atMost, type Goal } from "./goal"
import { startProduct } from "./servers"

const WHO = "Theo Marchetti"
const ROWS = 60
const HOUR_MS = 3_600_000
const REQUESTS = { hello: 1_000, ours: 300 }
/** Times HELLO. */
const LIMIT = 7

/** Enough events for a full page of the activity tab. */
const events = (community: string) => {
  const now = Date.now()
  return Array.from({ length: ROWS }, (_, n) => ({
    communityId: community,
    seq: 100_000 + n,
    at: now - n * HOUR_MS,
    actor: demoAccount(WHO),
    type: "threadStarted",
    topic: "discussion",
    target: "/",
    data: JSON.stringify({ title: "A winter programme" }),
    visibility: "members"
  }))
}

export const insidePage: Goal = async () => {
  const folder = mkdtempSync(join(tmpdir(), "commonhold-goal-"))
  try {
    const community = demoCommunityId("night-film")
    await (await startProduct("demo", folder)).stop()
    const [cookie = ""] = await openSessions(
      join(folder, "commonhold.sqlite"),
      [WHO],
      (sql) => sql`INSERT INTO activity_events ${sql.insert(events(community))}`
    )
    const path = `/community/detail/${community}/activity`
    const { cpu, hello, ours } = await compare(path, REQUESTS, { Cookie: cookie }, folder)
    return atMost(
      Number(cpu.toFixed(2)),
      LIMIT,
      `times HELLO's processor time: ${ours.cpu.toFixed(2)} ms and ${hello.cpu.toFixed(2)} ms a request`
    )
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
