/** Loader and action of the page on which operators take down authors and undo it. */
import { Clock, Effect } from "effect"
import { InvalidFields } from "~/effects/base/failures/failures"
import { textOf } from "~/effects/base/remix/pageAction.server"
import { RouteArgs } from "~/effects/base/remix/RouteArgs.server"
import { onAccount } from "../../AccountCare.server"
import { MOST_PEOPLE, peopleIn, type TakedownPage } from "../../console"
import { OperatorLog } from "../../OperatorLog.server"
import { Takedowns } from "../../Takedowns.server"
import { forOperators, onPage, operatorAction, orderIn } from "./operator.server"
import { daysIn } from "./person.server"

const OPEN = 50

const namedIn = (text: string): Effect.Effect<ReadonlyArray<string>, InvalidFields> => {
  const who = peopleIn(text)
  if (who.length === 0) return new InvalidFields({ fields: { who: "Name at least one account, one a line." } })
  return who.length > MOST_PEOPLE
    ? new InvalidFields({ fields: { who: `Name at most ${MOST_PEOPLE} accounts at a time.` } })
    : Effect.succeed(who)
}

/** ?who=…: previews what a takedown would do; one account, name or e-mail address a line. */
export const takedownPage = forOperators((who) =>
  Effect.gen(function* () {
    const { request } = yield* RouteArgs
    const text = new URL(request.url).searchParams.get("who") ?? ""
    const takedowns = yield* Takedowns
    const people = peopleIn(text).slice(0, MOST_PEOPLE)
    const found = yield* Effect.either(takedowns.preview(people))
    const previews = found._tag === "Right" ? found.right : []
    for (const { person } of previews) {
      yield* (yield* OperatorLog).recordView(onPage(who), "Viewed a person", onAccount(person))
    }
    return {
      now: yield* Clock.currentTimeMillis,
      who: text,
      problem: found._tag === "Left" ? found.left.message : null,
      previews,
      ...(yield* takedowns.lists(OPEN))
    } satisfies TakedownPage
  })
)

const takeDown = (form: FormData) =>
  Effect.gen(function* () {
    const order = yield* orderIn(form)
    const who = yield* namedIn(textOf(form, "who"))
    const { summary } = yield* (yield* Takedowns).takeDown(who, yield* daysIn(form), order)
    return { message: `${summary}.` }
  })

const undo = (form: FormData) =>
  Effect.gen(function* () {
    const order = yield* orderIn(form)
    const { summary } = yield* (yield* Takedowns).undo([textOf(form, "on")], order)
    return { message: `${summary}.` }
  })

export const takedownAction = operatorAction({ "take-down": takeDown, "undo-takedown": undo })
