/** Form actions of a recurring payout: its schedule, and skipped days. */
import { Clock, Effect, Schema } from "effect"
import { InvalidFields, NotThere } from "~/effects/base/failures/failures"
import { checkForm } from "~/effects/base/remix/form"
import { type Done, textOf } from "~/effects/base/remix/pageAction.server"
import { dayStart } from "~/effects/base/text/calendar"
import { NoSiteKey } from "~/effects/treasury/relayer/errors"
import { Relayer } from "~/effects/treasury/relayer/Relayer.server"
import { amountOf } from "~/ledger/index"
import { Distributions } from "../Distributions.server"
import { rhythmProblem } from "../list/rhythm"
import { RecurringPayouts } from "../recurring/RecurringPayouts.server"
import { heldRun } from "./holding.server"

const Version = Schema.Struct({ version: Schema.NumberFromString.pipe(Schema.int()) })

/** The version of the payout that a form was loaded with. */
export const versionIn = (form: FormData) =>
  checkForm(Version, { version: textOf(form, "version") }).pipe(
    Effect.mapBoth({ onSuccess: ({ version }) => version, onFailure: (fields) => new InvalidFields({ fields }) })
  )

const dayIn = (form: FormData, name: string): number => dayStart(textOf(form, name).trim())

/** Sets whether it is paid once, or each week or month. */
const repeat = (form: FormData) =>
  Effect.gen(function* () {
    const { run, to } = yield* heldRun
    const version = yield* versionIn(form)
    const distributions = yield* Distributions
    const relayer = yield* Relayer
    const every = textOf(form, "every")
    if (every !== "week" && every !== "month") {
      yield* distributions.setRhythm(run, version, null)
      return { to } satisfies Done
    }
    if (!relayer.isThere) return yield* new NoSiteKey()
    if (run.purpose === "coupon") {
      return yield* new InvalidFields({ fields: { every: "A bond payment is made once, when it is due." } })
    }
    const rhythm = { every, first: dayIn(form, "first"), last: dayIn(form, "last") } as const
    const unread = (["first", "last"] as const).filter((name) => Number.isNaN(rhythm[name]))
    if (unread.length > 0) {
      return yield* new InvalidFields({ fields: Object.fromEntries(unread.map((name) => [name, "Choose a day."])) })
    }
    const wrong = rhythmProblem(rhythm, {
      now: yield* Clock.currentTimeMillis,
      rows: run.rowsReady,
      total: amountOf(run.total)
    })
    if (wrong !== null) return yield* new InvalidFields({ fields: wrong })
    yield* distributions.setRhythm(run, version, rhythm)
    return { to } satisfies Done
  })

/** Skips, or no longer skips, one day of a recurring payout. */
const skipping = (isSkipped: boolean) => (form: FormData) =>
  Effect.gen(function* () {
    const { run, to } = yield* heldRun
    const recurring = yield* RecurringPayouts
    const dueAt = Number(textOf(form, "due"))
    if (!Number.isSafeInteger(dueAt)) return yield* new NotThere({})
    yield* isSkipped ? recurring.skip(run, dueAt) : recurring.unskip(run, dueAt)
    return { to } satisfies Done
  })

export const recurringCommands = { repeat, skip: skipping(true), unskip: skipping(false) }
