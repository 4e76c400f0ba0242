/** Loader and action of the operators' page about one person. */
import { Effect } from "effect"
import { InvalidFields } from "~/effects/base/failures/failures"
import { textOf } from "~/effects/base/remix/pageAction.server"
import { RouteArgs } from "~/effects/base/remix/RouteArgs.server"
import { Settings } from "~/effects/base/settings/Settings.server"
import { AccountCare, MOST_DAYS, onAccount, readDays } from "../../AccountCare.server"
import type { PersonPage } from "../../console"
import { FoundPeople } from "../../FoundPeople.server"
import { OperatorLog } from "../../OperatorLog.server"
import { Closing } from "../Closing.server"
import { forOperators, onPage, operatorAction, orderIn } from "./operator.server"

/** Account in the page's address. */
const account = Effect.map(RouteArgs, ({ params }) => params.account ?? "")

export const personPage = forOperators((who) =>
  Effect.gen(function* () {
    const { operators } = yield* Settings
    const person = yield* (yield* FoundPeople).details(yield* account)
    yield* (yield* OperatorLog).recordView(onPage(who), "Viewed a person", onAccount(person))
    return { person, isOperator: operators.includes(person.account) } satisfies PersonPage
  })
)

/** Null for an empty field: no end. */
export const daysIn = (form: FormData): Effect.Effect<number | null, InvalidFields> => {
  const text = textOf(form, "days").trim()
  if (text === "") return Effect.succeed(null)
  const days = readDays(text)
  return days === undefined
    ? new InvalidFields({ fields: { days: `Enter a number from 1 to ${MOST_DAYS}, or leave it empty for no end.` } })
    : Effect.succeed(days)
}

const endSessions = (form: FormData) =>
  Effect.gen(function* () {
    const order = yield* orderIn(form)
    const { summary } = yield* (yield* AccountCare).endSessions(yield* account, order)
    return { message: `${summary}.` }
  })

const suspend = (form: FormData) =>
  Effect.gen(function* () {
    const order = yield* orderIn(form)
    const days = yield* daysIn(form)
    const { summary } = yield* (yield* AccountCare).suspend(yield* account, days, order)
    return { message: `${summary}.` }
  })

const unsuspend = (form: FormData) =>
  Effect.gen(function* () {
    const order = yield* orderIn(form)
    const { summary } = yield* (yield* AccountCare).unsuspend(yield* account, order)
    return { message: `${summary}.` }
  })

/** Requires the name to be typed again, because closing cannot be undone. */
const close = (form: FormData) =>
  Effect.gen(function* () {
    const order = yield* orderIn(form)
    const person = yield* (yield* FoundPeople).one(yield* account)
    if (textOf(form, "name").trim() !== person.name) {
      return yield* new InvalidFields({ fields: { name: `Type ${person.name} to close this account.` } })
    }
    const { summary } = yield* (yield* Closing).close(person.account, order)
    return { message: `${summary}.` }
  })

export const personAction = operatorAction({ "end-sessions": endSessions, suspend, unsuspend, close })
