/**
 * Benchmark of docs/goals.md A8: how long two members wait for guarded pages at the same time, each rendered for its
 * request. The server's time, measured at the other end of a local connection.
 */
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { demoCommunityId } from "~/effects/local/seed/DemoSeed.server"
import { openSessions } from "./demoSessions"
import { atMost, type Goal } from "./goal"
import { inMs, readPages } from "./pageTimes"
import { startProduct } from "./servers"

const PEOPLE = ["Theo Marchetti", "Agnes Holm"]
const TABS = ["", "/activity", "/discussion", "/discussion?thread=1", "/proposals", "/members"]
const MORE = ["/annissued", "/bondissued", "/tokenWithdraw"]
const SECONDS = 15
const LIMIT_MS = 100

export const insideTimes: Goal = async () => {
  const folder = mkdtempSync(join(tmpdir(), "commonhold-goal-"))
  try {
    await (await startProduct("demo", folder)).stop()
    const cookies = await openSessions(join(folder, "commonhold.sqlite"), PEOPLE)
    const product = await startProduct("demo", folder)
    try {
      const inside = `${product.origin}/community/detail/${demoCommunityId("night-film")}`
      const urls = [...TABS, ...MORE].map((tab) => `${inside}${tab}`).concat(`${product.origin}/userDashboard`)
      const read = async (from: number, seconds: number) => {
        const until = Date.now() + seconds * 1_000
        return Promise.all(
          cookies.map((Cookie, n) =>
            readPages([...urls.slice(from * n), ...urls.slice(0, from * n)], () => Date.now() < until, { Cookie })
          )
        )
      }
      // The first pages after a start load lazy modules.
      await read(0, 3)
      const both = await read(5, SECONDS)
      const reads = both.reduce((sum, each) => sum + each.reads, 0)
      const slowest = inMs(Math.max(...both.map((each) => each.slowest)))
      return atMost(
        Math.round(Math.max(...both.map(({ p95 }) => p95))),
        LIMIT_MS,
        `ms at the 95th percentile of ${urls.length} guarded pages, ${reads} reads by two members at the same time, the slowest ${slowest}`
      )
    } finally {
      await product.stop()
    }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
