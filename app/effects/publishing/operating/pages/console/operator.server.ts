/**
 * Who may see the operators' pages: accounts named in the settings, signed in. To everybody else there is no such page.
 * An operator is asked for a wallet's signature of this day before anything is shown or done.
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

/** The operator who asks, whatever their proof. A suspended account has no session, and so is nobody here either. */
const operatorHere: Effect.Effect<Session, NotThere, Settings | Sessions | RouteArgs> = Effect.gen(function* () {
  const { operators } = yield* Settings
  const held = yield* session
  if (Option.isNone(held) || !operators.includes(held.value.account)) return yield* new NotThere({})
  return held.value
})

/** For loaders. What an operator without a fresh proof asks for is not even looked up. */
export const forOperators = <A, E, R>(page: (who: Session) => Effect.Effect<A, E, R>) =>
  Effect.gen(function* () {
    const who = yield* operatorHere
    const standing = { account: who.account, hasProfile: who.profile !== null, provenAt: who.provenAt }
    const isFresh = withFreshProof(standing, yield* Clock.currentTimeMillis).ok
    return isFresh ? { state: "open" as const, page: yield* page(who) } : { state: "unproven" as const, page: null }
  })

/** Looking needs no reason in words; the log says where it was looked. */
export const onPage = ({ account }: Session): Order => ({
  by: { actor: account, account },
  reason: "On the page /operator."
})

/** For actions: nobody else is even told what is wrong with their form. */
export const operatorAction = <const C extends Commands>(commands: C) => {
  const action = pageAction(commands)
  return Object.assign(Effect.zipRight(operatorHere, action), { intents: action.intents })
}

/** Who acts and why, as the form says it. */
export const orderIn = (form: FormData) =>
  Effect.gen(function* () {
    const { account } = yield* operatorHere
    yield* freshProof
    return yield* orderOf({ actor: account, account }, textOf(form, "reason"))
  })
