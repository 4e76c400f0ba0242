/** Loader and action of the page with blocked domains and networks. */
import { Clock, Effect } from "effect"
import { textOf } from "~/effects/base/remix/pageAction.server"
import type { SignupsPage } from "../../console"
import { SignupCare } from "../../SignupCare.server"
import { forOperators, operatorAction, orderIn } from "./operator.server"
import { daysIn } from "./person.server"

export const signupsPage = forOperators(() =>
  Effect.gen(function* () {
    const care = yield* SignupCare
    return { now: yield* Clock.currentTimeMillis, blocks: yield* care.list } satisfies SignupsPage
  })
)

const block = (form: FormData) =>
  Effect.gen(function* () {
    const order = yield* orderIn(form)
    const { summary } = yield* (yield* SignupCare).block(textOf(form, "on"), yield* daysIn(form), order)
    return { message: `${summary}.` }
  })

const unblock = (form: FormData) =>
  Effect.gen(function* () {
    const order = yield* orderIn(form)
    const { summary } = yield* (yield* SignupCare).unblock(textOf(form, "on"), order)
    return { message: `${summary}.` }
  })

export const signupsAction = operatorAction({ "block-signups": block, "unblock-signups": unblock })
