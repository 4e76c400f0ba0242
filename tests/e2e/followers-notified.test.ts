/**
 * A server that is killed after it stored a comment and before it notified anyone: the followers are notified after a
 * start.
 */
import { mkdtempSync, rmSync } from "node:fs"
import { join } from "node:path"
import { SqlClient } from "@effect/sql"
import { expect, test } from "@playwright/test"
import { Duration, Effect } from "effect"
import { LEASE } from "~/effects/base/jobs/Leases.server"
import { comment, prepareThread, storedIn } from "../../scripts/goals/thread"
import { databaseOf } from "../../scripts/goals/voteMessages"
import { quickFolder } from "../quickFolder"
import { freePort, launch, originOf } from "./server-process"

const FOLLOWERS = 2

test("followers are notified of a comment whose server was killed before it notified them", async () => {
  const folder = mkdtempSync(join(quickFolder, "commonhold-followers-"))
  const port = await freePort()
  const start = () => launch({ dataDir: folder, port, environment: {}, print: () => undefined })
  /** Sets the lease of this thread's work item, as a server does that is notifying its followers. */
  const leaseUntil = (thread: string, leasedUntil: number) =>
    Effect.flatMap(SqlClient.SqlClient, (sql) => {
      const row = { job: "conversations.notify", item: `thread ${thread}`, holder: "killed", nextAt: 0, tries: 0 }
      return sql`INSERT INTO work_items ${sql.insert({ ...row, leasedUntil, reason: "" })}
        ON CONFLICT (job, item) DO UPDATE SET leased_until = excluded.leased_until`
    }).pipe(Effect.provide(databaseOf({ folder })), Effect.orDie, Effect.runPromise)

  let running = await start()
  try {
    const { id, path } = await prepareThread({ folder }, FOLLOWERS, 1)
    // At most as long as a lease may be: longer ones are ignored.
    await leaseUntil(id, Date.now() + Duration.toMillis(LEASE))
    expect(await comment(originOf(port), path, 0, "The seam is wet again.")).toBe(303)
    await running.end("SIGKILL")
    expect(await storedIn({ folder }, FOLLOWERS)).toEqual({ comments: 1, reported: 0, readers: 0 })

    // The lease of the killed server expires.
    await leaseUntil(id, 0)
    running = await start()
    // The other follower, and Ada, who wrote the thread.
    await expect.poll(() => storedIn({ folder }, FOLLOWERS)).toEqual({ comments: 1, reported: 1, readers: 2 })
  } finally {
    await running.end("SIGKILL")
    rmSync(folder, { recursive: true, force: true })
  }
})
