/** The operators' first page: health, feature flags, e-mails and jobs (docs/product/operators.md). */
import { Clock, Duration, Effect } from "effect"
import { FRESH_MS } from "~/effects/access/rules"
import { Backups } from "~/effects/base/backup/scheduled/Backups.server"
import { processFigures } from "~/effects/base/metrics/processFigures.server"
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
