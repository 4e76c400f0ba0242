/**
 * The list of collectors. A feature exports its collector as an effect that requires its services; adding one takes one
 * line here.
 */
import { Effect, Either, Layer } from "effect"
import { Connections } from "~/effects/activity/live/Connections.server"
import { pushReading } from "~/effects/activity/notifications/push/PushDelivery.server"
import { backupReading } from "~/effects/base/backup/scheduled/Backups.server"
import { DatabaseClock } from "~/effects/base/db/DatabaseClock.server"
import { poolUseOf } from "~/effects/base/db/postgres.server"
import { Sql } from "~/effects/base/db/statements.server"
import { JobReports, jobReading } from "~/effects/base/jobs/JobReports.server"
import { outboxReading } from "~/effects/base/mail/OutboxRepo.server"
import { gauge, gauges, type Reading } from "~/effects/base/metrics/Family"
import { Metrics } from "~/effects/base/metrics/Metrics.server"
import { Settings } from "~/effects/base/settings/Settings.server"
import { stepReading } from "~/effects/chain/prepared-transactions/TransactionChecks.server"
import { voteReading } from "~/effects/governance/proposals/readings.server"
import { signupReading } from "~/effects/people/signup/readings.server"
import { webhookReading } from "~/effects/publishing/webhooks/DeliveriesRepo.server"
import { batchReading } from "~/effects/treasury/bonds/BatchesRepo.server"
import { Readiness } from "./http/Readiness.server"

const readyReading = Effect.map(Readiness, ({ check }): Reading => {
  const families = Effect.map(Effect.either(check), (ready) => [
    gauge(
      "commonhold_ready",
      "1 while the server is ready for requests, as /readyz reports.",
      Either.isRight(ready) ? 1 : 0
    ),
    gauges("commonhold_degraded", "1 if a part does not work while the server is ready for requests.", [
      { labels: { part: "uploads" }, value: Either.isRight(ready) && ready.right.includes("uploads") ? 1 : 0 }
    ])
  ])
  return { name: "readiness", families }
})

const clockReading = Effect.map(DatabaseClock, ({ offset }): Reading => {
  const families = Effect.sync(() => [
    gauge(
      "commonhold_clock_offset_seconds",
      "How far this machine's clock is ahead of the database's; negative where it is behind.",
      offset() / 1_000
    )
  ])
  return { name: "clock", families }
})

const streamReading = Effect.map(Connections, ({ count }): Reading => {
  const families = Effect.map(count, (many) => [
    gauge("commonhold_live_streams", "Pages that listen for live events on this server.", many)
  ])
  return { name: "streams", families }
})

/** SQLite has one connection and no pool. */
const poolReading = Effect.gen(function* () {
  const sql = yield* Sql
  const { databasePoolSize } = yield* Settings
  const families = Effect.sync(() => {
    const use = poolUseOf(sql)
    if (use === undefined) return []
    const { idle, total, waiting } = use()
    return [
      gauges("commonhold_pool_connections", "Connections to Postgres, by what they do.", [
        { labels: { state: "busy" }, value: total - idle },
        { labels: { state: "idle" }, value: idle }
      ]),
      gauge("commonhold_pool_size", "Connections to Postgres at most.", databasePoolSize),
      gauge("commonhold_pool_waiting", "Statements and transactions that wait for a connection.", waiting)
    ]
  })
  const reading: Reading = { name: "pool", families }
  return reading
})

const list = Effect.all([
  readyReading,
  clockReading,
  streamReading,
  poolReading,
  jobReading,
  outboxReading,
  pushReading,
  webhookReading,
  voteReading,
  stepReading,
  batchReading,
  backupReading,
  signupReading
])

export const MetricsLive = Metrics.layer(list).pipe(Layer.provide(JobReports.Default))
