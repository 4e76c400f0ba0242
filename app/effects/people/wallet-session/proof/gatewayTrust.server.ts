/**
 * Whether to trust a gateway about who owns an account: it must name this site's network, and its state may not be much
 * older than what was read before. One that is far behind may name keys that were replaced since.
 */
import { Duration, Effect, Ref } from "effect"
import { GatewayDown } from "~/effects/base/failures/failures"

/** Gateways lag by seconds, and one of several by minutes. */
const MOST_BEHIND = Duration.toMillis("1 hour")

interface State {
  readonly network: string | undefined
  /** The ledger's time. */
  readonly at: string | undefined
}
type Distrust = NonNullable<GatewayDown["distrust"]>

export const makeTrust = ({ host, network: ours }: { readonly host: string; readonly network: string | null }) =>
  Effect.gen(function* () {
    const newest = yield* Ref.make(Number.NEGATIVE_INFINITY)
    const before = yield* Ref.make<Distrust | undefined>(undefined)

    /** Logged once when it begins and once when it ends. */
    const say = (now: Distrust | undefined, state: State) =>
      Effect.gen(function* () {
        if ((yield* Ref.getAndSet(before, now)) === now) return
        const said =
          now === undefined
            ? Effect.logInfo("the gateway is believed again")
            : Effect.logError("the gateway is not believed: signing in is refused")
        yield* Effect.annotateLogs(said, { host, reason: now ?? "", network: state.network ?? "", at: state.at ?? "" })
      })

    /** Fails if a response at this state is not trusted. */
    return (state: State): Effect.Effect<void, GatewayDown> =>
      Effect.gen(function* () {
        const at = Date.parse(state.at ?? "")
        const known = yield* Ref.get(newest)
        const isForeign = ours !== null && state.network !== ours
        const distrust = isForeign ? "network" : at < known - MOST_BEHIND ? "age" : undefined
        yield* say(distrust, state)
        if (distrust !== undefined) return yield* new GatewayDown({ distrust })
        if (at > known) yield* Ref.set(newest, at)
      })
  })
