/** The operators' first page: health, feature flags, e-mails and jobs (docs/product/operators.md). */
import { Clock, Duration, Effect } from "effect"
import { FRESH_MS } from "~/effects/access/rules"
import { processFigures } from "~/effects/base/metrics/processFigures.server"
import { textOf } from "~/effects/base/remix/pageAction.server"
import { Settings } from "~/effects/base/settings/Settings.server"
import { shortName } from "~/effects/people/account/shortName"
import { OwnReadiness } from "~/effects/publishing/operating/OwnReadiness.server"
import type { OverviewPage } from "../../console"
import { OlderPage } from "../../errors"
import { FoundPeople } from "../../FoundPeople.server"
import { headlineOf, healthOf } from "../../health"
import { JobCare } from "../../JobCare.server"
import { LetterCare } from "../../LetterCare.server"
import { OperatorLog } from "../../OperatorLog.server"
import { SwitchCare } from "../../SwitchCare.server"
import { switchChanges } from "../../switchForm"
import { drop, resend } from "./letterActs.server"
import { forOperators, operatorAction, orderIn } from "./operator.server"

const LINES = 5

export const overview = forOperators(({ account, profile, provenAt }) =>
  Effect.gen(function* () {
    const { operators } = yield* Settings
    const now = yield* Clock.currentTimeMillis
    const jobCare = yield* JobCare
    const [took, jobs] = yield* Effect.timed(jobCare.list)
    const { inAll: stuckLetters, letters } = yield* (yield* LetterCare).stuck(LINES)
    const switches = yield* (yield* SwitchCare).known
    const figures = yield* processFigures
    const trouble = yield* (yield* OwnReadiness).trouble
    const seen = { now, trouble, databaseMs: Duration.toMillis(took), figures, jobs, stuckLetters, switches }
    return {
      now,
      headline: headlineOf(seen),
      health: healthOf(seen),
      jobs,
      setBack: yield* jobCare.setBack(LINES),
      letters,
      stuckLetters,
      figures,
      switches,
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

const setSwitches = (form: FormData) =>
  Effect.gen(function* () {
    const order = yield* orderIn(form)
    if (textOf(form, "shown") === "") return yield* new OlderPage()
    const namesIn = (name: string) => textOf(form, name).split(" ")
    const changes = switchChanges({ shown: namesIn("shown"), was: namesIn("was"), on: textsOf(form, "ticked") })
    const { summary } = yield* (yield* SwitchCare).changeAll(changes, order)
    return { message: `${summary}.` }
  })

export const overviewAction = operatorAction({ "run-job": runJob, resend, drop, switches: setSwitches })
