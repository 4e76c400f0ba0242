/** All metrics of a whole server, including those that alerts and the dashboard query. */
import { readFileSync } from "node:fs"
import { join } from "node:path"
import { afterAll, assert, beforeAll, describe, it } from "vitest"
import { countLedgerCall } from "~/effects/server/gateway.server"
import { countRequest } from "~/effects/server/http/requestLog.server"
import { parse, type ReadFamily } from "../base/metrics/parse"
import { startTestServer, type TestServer } from "./runtime/server"

/** Those of Postgres alone. */
const OF_POSTGRES = ["commonhold_pool_connections", "commonhold_pool_size", "commonhold_pool_waiting"]
/** Present where backups are scheduled; the age and the size once there is one. */
const OF_BACKUPS = ["commonhold_backup_age_seconds", "commonhold_backup_failed", "commonhold_backup_size_bytes"]
/** Present once a job has run or crashed. */
const LATER = [
  "commonhold_job_ahead_seconds",
  "commonhold_job_lag_seconds",
  "commonhold_job_last_end_timestamp_seconds",
  "commonhold_job_last_death_timestamp_seconds",
  "commonhold_job_period_seconds",
  "commonhold_work_items"
]
const ALWAYS = [
  "commonhold_emails_total",
  "commonhold_metrics_refused_total",
  "commonhold_pushes_total",
  "commonhold_webhook_tries_total",
  "commonhold_bond_batches_waiting",
  "commonhold_bond_batches_waiting_seconds",
  "commonhold_breaker_open",
  "commonhold_build_info",
  "commonhold_clock_offset_seconds",
  "commonhold_degraded",
  "commonhold_event_loop_delay_seconds",
  "commonhold_http_request_duration_seconds",
  "commonhold_http_requests_total",
  "commonhold_ledger_call_duration_seconds",
  "commonhold_ledger_calls_total",
  "commonhold_live_streams",
  "commonhold_money_steps_waiting",
  "commonhold_money_steps_waiting_seconds",
  "commonhold_outbox_overdue_seconds",
  "commonhold_outbox_waiting",
  "commonhold_push_browsers",
  "commonhold_push_waiting",
  "commonhold_reading_up",
  "commonhold_ready",
  "commonhold_signups_waiting",
  "commonhold_votes_overdue_seconds",
  "commonhold_votes_waiting",
  "commonhold_webhooks_overdue_seconds",
  "commonhold_webhooks_paused",
  "commonhold_webhooks_waiting",
  "nodejs_external_memory_bytes",
  "nodejs_heap_size_limit_bytes",
  "nodejs_heap_size_used_bytes",
  "process_cpu_seconds_total",
  "process_resident_memory_bytes",
  "process_start_time_seconds"
]
const ALL = [...ALWAYS, ...LATER, ...OF_POSTGRES, ...OF_BACKUPS]

const document = (name: string) => readFileSync(join(import.meta.dirname, "../../../docs/operations", name), "utf8")
/** The series of a text, without the suffixes of a histogram. */
const seriesIn = (text: string) =>
  [...new Set(text.match(/\b(?:commonhold|process|nodejs)_[a-z_]+[a-z]\b/g))].map((name) =>
    name.replace(/_(bucket|sum|count)$/, "")
  )

describe("the metrics of a server", () => {
  let server: TestServer
  let families: ReadonlyArray<ReadFamily>
  let fresh: ReadonlyArray<ReadFamily>
  beforeAll(async () => {
    server = await startTestServer()
    const { readMetrics } = await import("~/effects/server/runtime.server")
    const { body, status } = await readMetrics({ authorization: undefined, address: "127.0.0.1" }, "request")
    assert.strictEqual(status, 200)
    fresh = parse(String(body))
    countRequest({ route: "/", method: "GET", status: 200, seconds: 0.01 })
    countLedgerCall("/status/gateway-status", "answered", 0.01)
    families = parse(String((await readMetrics({ authorization: undefined, address: "127.0.0.1" }, "request")).body))
  })
  afterAll(() => server.stop())

  it("include counters for alerts and the dashboard from the start, so that a first event is not missed", () => {
    const asked = ["alerts.yml", "dashboard.json"].flatMap((name) => seriesIn(document(name)))
    const counters = asked.filter((name) => /_total$/.test(name) && name.startsWith("commonhold_"))
    assert.isAbove(counters.length, 4)
    const known = new Set(fresh.filter(({ samples }) => samples.length > 0).map(({ name }) => name))
    assert.deepStrictEqual(
      counters.filter((name) => !known.has(name)),
      []
    )
    // Other tests of this process may have sent some.
    const emails = fresh.find(({ name }) => name === "commonhold_emails_total")?.samples ?? []
    assert.sameMembers(
      emails.map(({ labels }) => labels.outcome),
      ["sent", "put back", "given up"]
    )
  })

  it("are complete, each with a description and a value", () => {
    const names = families.map(({ name }) => name)
    assert.deepStrictEqual(
      ALWAYS.filter((name) => !names.includes(name)),
      []
    )
    assert.deepStrictEqual(
      names.filter((name) => !ALL.includes(name)),
      []
    )
    for (const { help, name, samples, type } of families) {
      assert.match(help, /^[A-Z0-9].*\.$/, name)
      assert.include(["counter", "gauge", "histogram"], type)
      assert.isNotEmpty(samples, name)
      assert.strictEqual(type === "counter", name.endsWith("_total"), name)
    }
  })

  it("can all be collected, and say that the server is ready", () => {
    const samples = (name: string) => families.find((family) => family.name === name)?.samples ?? []
    const readings = samples("commonhold_reading_up")
    assert.isAbove(readings.length, 6)
    assert.deepStrictEqual(
      readings.filter(({ value }) => value !== 1).map(({ labels }) => labels.reading),
      []
    )
    assert.strictEqual(samples("commonhold_ready")[0]?.value, 1)
    const services = samples("commonhold_breaker_open").map(({ labels }) => labels.service)
    for (const service of ["ledger", "owner keys"]) assert.include(services, service)
  })
})

describe("alerts and the dashboard", () => {
  it("query existing metrics", () => {
    for (const name of ["alerts.yml", "dashboard.json"]) {
      const asked = seriesIn(document(name))
      assert.isAbove(asked.length, 8, name)
      assert.deepStrictEqual(
        asked.filter((series) => !ALL.includes(series)),
        [],
        name
      )
    }
  })

  it("are documented, metric by metric", () => {
    const reported = document("metrics.md")
    assert.deepStrictEqual(
      ALL.filter((name) => !reported.includes(`\`${name}\``)),
      []
    )
    assert.deepStrictEqual(
      seriesIn(reported).filter((name) => !ALL.includes(name)),
      []
    )
    const alerts = [...document("alerts.yml").matchAll(/- alert: (\w+)/g)].map(([, name]) => name)
    assert.isAbove(alerts.length, 8)
    for (const alert of alerts) assert.include(reported, `| ${alert} |`)
  })

  it("are files that Grafana and Prometheus read: panels do not overlap, and each alert says what to do", () => {
    const { panels } = JSON.parse(document("dashboard.json")) as {
      readonly panels: ReadonlyArray<{
        readonly id: number
        readonly type: string
        readonly title: string
        readonly gridPos: { readonly x: number; readonly y: number; readonly w: number; readonly h: number }
        readonly targets?: ReadonlyArray<{ readonly expr: string; readonly refId: string }>
      }>
    }
    assert.strictEqual(new Set(panels.map(({ id }) => id)).size, panels.length)
    const cells = panels.flatMap(({ gridPos: { h, w, x, y } }) =>
      Array.from({ length: w * h }, (_, n) => `${x + (n % w)} ${y + Math.floor(n / w)}`)
    )
    assert.strictEqual(new Set(cells).size, cells.length)
    for (const { targets, title, type } of panels) {
      if (type === "row") continue
      assert.isNotEmpty(targets ?? [], title)
      for (const { expr } of targets ?? []) {
        assert.strictEqual(expr.split("(").length, expr.split(")").length, expr)
      }
    }
    const rules = document("alerts.yml").split("- alert: ").slice(1)
    for (const rule of rules) {
      for (const part of ["expr: ", "for: ", "severity: ", "summary: ", "description: "]) assert.include(rule, part)
    }
  })
})
