/**
 * Access to the operators' pages: signed-in accounts that the settings name. For everyone else the pages do not exist.
 * An operator must give a wallet signature from the last 24 hours before anything is shown or done.
 */
import { Clock, Effect, Option } from "effect"
import { withFreshProof } from "~/effects/access/rules"
import { NotThere } from "~/effects/base/failures/failures"
import { type Commands, pageAction, textOf } from "~/effects/base/remix/pageAction.server"
import type { RouteArgs } from "~/effects/base/remix/RouteArgs.server"
import { Settings } from "~/effects/base/settings/Settings.server"
import type { Session, Sessions } from "~/effects/people/wallet-session/Sessions.server"
import { session } from "~/effects/people/wallet-session/visitor.server"
import { freshProof } from "~/effects/publishing/dashboard/pages/freshProof.server"
import { type Order, orderOf } from "../../Operator"

/**
 * The operator making the request, whether or not their proof is fresh. A suspended account has no session, so it is
 * not an operator either.
 */
const operatorHere: Effect.Effect<Session, NotThere, Settings | Sessions | RouteArgs> = Effect.gen(function* () {
  const { operators } = yield* Settings
  const held = yield* session
  if (Option.isNone(held) || !operators.includes(held.value.account)) return yield* new NotThere({})
  return held.value
})

/** Wrapper for loaders. Without a fresh proof, nothing is looked up. */
export const forOperators = <A, E, R>(page: (who: Session) => Effect.Effect<A, E, R>) =>
  Effect.gen(function* () {
    const who = yield* operatorHere
    const subject = { account: who.account, hasProfile: who.profile !== null, provenAt: who.provenAt }
    const isFresh = withFreshProof(subject, yield* Clock.currentTimeMillis).ok
    return isFresh ? { state: "open" as const, page: yield* page(who) } : { state: "unproven" as const, page: null }
  })

/** Viewing does not need a typed reason; the log names the page. */
export const onPage = ({ account }: Session): Order => ({
  by: { actor: account, account },
  reason: "On the page /operator."
})

/** Wrapper for actions: checks access before validating the form, so that others do not see validation errors. */
export const operatorAction = <const C extends Commands>(commands: C) => {
  const action = pageAction(commands)
  return Object.assign(Effect.zipRight(operatorHere, action), { intents: action.intents })
}

/** The operator and the reason from the form. */
export const orderIn = (form: FormData) =>
  Effect.gen(function* () {
    const { account } = yield* operatorHere
    yield* freshProof
    return yield* orderOf({ actor: account, account }, textOf(form, "reason"))
  })
