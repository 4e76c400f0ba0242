/** The operators' first page: health, feature flags, e-mails and jobs (docs/product/operators.md). */
import { Clock, Duration, Effect, Metric } from "effect"
import { FRESH_MS } from "~/effects/access/rules"
import { Backups } from "~/effects/base/backup/scheduled/Backups.server"
import { countedFamilies } from "~/effects/base/metrics/counted.server"
import type { Distribution, Family, Sample } from "~/effects/base/metrics/Family"
import { textOf } from "~/effects/base/remix/pageAction.server"
import { Settings } from "~/effects/base/settings/Settings.server"
import { shortName } from "~/effects/people/account/shortName"
import { OwnReadiness } from "~/effects/publishing/operating/OwnReadiness.server"
import type { OverviewPage } from "../../console"
import { OlderPage } from "../../errors"
import { FlagCare } from "../../FlagCare.server"
import { FoundPeople } from "../../FoundPeople.server"
import { flagChanges } from "../../flagForm"
import { headlineOf, healthOf } from "../../health"
import { JobCare } from "../../JobCare.server"
import { MailCare } from "../../MailCare.server"
import { OperatorLog } from "../../OperatorLog.server"
import { drop, resend } from "./emails.server"
import { forOperators, operatorAction, orderIn } from "./operator.server"

const STREAMS = "/api/events"
const SHARE = 0.95

/** The smallest bucket bound below which almost all responses are; null if there is none. */
const boundOf = (all: ReadonlyArray<Distribution>): number | null => {
  const count = all.reduce((sum, each) => sum + each.count, 0)
  if (count === 0) return null
  const bounds = all[0]?.buckets ?? []
  const found = bounds.find(
    (_, n) => all.reduce((sum, { buckets }) => sum + (buckets[n]?.[1] ?? 0), 0) >= count * SHARE
  )
  return found?.[0] ?? Number.POSITIVE_INFINITY
}

const named = (families: ReadonlyArray<Family>, name: string) => families.find((family) => family.name === name)
const samplesOf = (family: Family | undefined): ReadonlyArray<Sample> =>
  family === undefined || family.type === "histogram" ? [] : family.samples
const distributionsOf = (family: Family | undefined): ReadonlyArray<Distribution> =>
  family?.type === "histogram" ? family.samples : []
const sumOf = (samples: ReadonlyArray<Sample>) => samples.reduce((sum, { value }) => sum + value, 0)

/** What this process has counted since its start, summed up for a person; /metrics has every series separately. */
const processFigures = Effect.map(Metric.snapshot, (pairs) => {
  const families = countedFamilies(pairs)
  const calls = samplesOf(named(families, "commonhold_ledger_calls_total"))
  const callsThat = (outcome: string) => sumOf(calls.filter(({ labels }) => labels.outcome === outcome))
  const durations = distributionsOf(named(families, "commonhold_http_request_duration_seconds"))
  return {
    requests: sumOf(samplesOf(named(families, "commonhold_http_requests_total"))),
    // Event streams last as long as a page is open.
    slowestSeconds: boundOf(durations.filter(({ labels }) => labels.route !== STREAMS)),
    ledger: { answered: callsThat("answered"), refused: callsThat("refused"), failed: callsThat("failed") },
    leftAlone: samplesOf(named(families, "commonhold_breaker_open")).flatMap(({ labels, value }) =>
      value > 0 ? [labels.service ?? ""] : []
    )
  }
})

const LINES = 5

export const overview = forOperators(({ account, profile, provenAt }) =>
  Effect.gen(function* () {
    const { operators } = yield* Settings
    const now = yield* Clock.currentTimeMillis
    const jobCare = yield* JobCare
    const [took, jobs] = yield* Effect.timed(jobCare.list)
    const { inAll: stuckEmails, emails } = yield* (yield* MailCare).stuck(LINES)
    const flags = yield* (yield* FlagCare).known
    const figures = yield* processFigures
    const backups = yield* (yield* Backups).state
    const trouble = yield* (yield* OwnReadiness).trouble
    const seen = { now, trouble, databaseMs: Duration.toMillis(took), figures, jobs, stuckEmails, flags, backups }
    return {
      now,
      headline: headlineOf(seen),
      health: healthOf(seen),
      jobs,
      setBack: yield* jobCare.setBack(LINES),
      emails,
      stuckEmails,
      figures,
      flags,
      log: (yield* (yield* OperatorLog).page(null, LINES)).lines,
      you: {
        name: profile?.username ?? shortName(account),
        provenAt,
        provenUntil: provenAt + FRESH_MS,
        others: yield* (yield* FoundPeople).names(operators.filter((other) => other !== account))
      }
    } satisfies OverviewPage
  })
)

const runJob = (form: FormData) =>
  Effect.gen(function* () {
    const order = yield* orderIn(form)
    const { summary } = yield* (yield* JobCare).runNow(textOf(form, "on"), order)
    return { message: `${summary}.` }
  })

const textsOf = (form: FormData, name: string) => form.getAll(name).filter((value) => typeof value === "string")

const setFlags = (form: FormData) =>
  Effect.gen(function* () {
    const order = yield* orderIn(form)
    if (textOf(form, "shown") === "") return yield* new OlderPage()
    const namesIn = (name: string) => textOf(form, name).split(" ")
    const changes = flagChanges({ shown: namesIn("shown"), was: namesIn("was"), on: textsOf(form, "ticked") })
    const { summary } = yield* (yield* FlagCare).changeAll(changes, order)
    return { message: `${summary}.` }
  })

export const overviewAction = operatorAction({ "run-job": runJob, resend, drop, "feature-flags": setFlags })
