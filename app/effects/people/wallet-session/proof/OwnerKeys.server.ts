/** The owner keys of addresses, queried from the ledger each time, with retries and within seconds. */
import { Duration, Effect, Either, type Option, Ref, Schedule } from "effect"
import { ConnectorErrors, Gateway, type GatewayError, type OwnerKey } from "~/connector/index"
import { GatewayDown } from "~/effects/base/failures/failures"
import { type CircuitOpen, makeBreaker } from "~/effects/base/limits/Breaker.server"
import { GatewayAccess } from "~/effects/base/settings/GatewayAccess"

// Whether to trust a gateway about who owns an account: it must name this site's network, and its state may not be much
// older than what was read before. One that is far behind may name keys that were replaced since.

/** Gateways lag by seconds, and one of several by minutes. */
const MOST_BEHIND = Duration.toMillis("1 hour")

interface State {
  readonly network: string | undefined
  /** The ledger's time. */
  readonly at: string | undefined
}
type Distrust = NonNullable<GatewayDown["distrust"]>

const makeTrust = ({ host, network: ours }: { readonly host: string; readonly network: string | null }) =>
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

const BREAKER = { name: "owner keys", failures: 5, pause: Duration.seconds(2) }
/** Two more attempts, after a random part of 200 ms, then of 400 ms. */
const again = Schedule.exponential("200 millis").pipe(
  Schedule.jitteredWith({ min: 0, max: 1 }),
  Schedule.modifyDelay((_, delay) => Duration.millis(Math.ceil(Duration.toMillis(delay)))),
  Schedule.intersect(Schedule.recurs(2))
)

/** Addresses in one request, and requests at a time. */
export const MOST = 20
export const CALLS = 4

/** An address's owner keys on the ledger, and at which state version; none if the address must derive from the key. */
export interface SeenKeys {
  readonly stateVersion: number
  readonly keys: Option.Option<ReadonlyArray<OwnerKey>>
}
/** The owner keys of an address; null if the ledger has no such entity. */
export type Reading = SeenKeys | null

const unread = Either.left(new ConnectorErrors.FailedToParseResponseToJson({ message: "the gateway answered nothing" }))

/** The ledger was read and has no such entity. */
const isUnknownEntity = (error: GatewayError) =>
  error._tag === "RequestStatusNotOk" &&
  (error.reason === "EntityNotFoundError" || error.reason === "InvalidEntityError")
type Failure = GatewayError | GatewayDown
/** A gateway that is not trusted did respond, so this is not an outage. */
const isOutage = (error: Failure) => error._tag !== "GatewayDown" && !isUnknownEntity(error)
const isUnknown = (error: Failure | CircuitOpen) =>
  error._tag !== "CircuitOpen" && error._tag !== "GatewayDown" && isUnknownEntity(error)
/** A response that cannot be read would be the same on an immediate retry. */
const isWorthAnotherTry = (error: { readonly _tag: string; readonly status?: number }) =>
  error._tag === "FailedToFetch" ||
  (error._tag === "RequestStatusNotOk" && error.status !== undefined && (error.status === 429 || error.status >= 500))

export const makeOwnerKeys = Effect.gen(function* () {
  const gateway = yield* Gateway
  const access = yield* GatewayAccess
  const breaker = yield* makeBreaker({ ...BREAKER, host: access.host })
  const trusted = yield* makeTrust(access)
  const ownerKeysOf = (addresses: ReadonlyArray<string>) =>
    Effect.tap(gateway.ownerKeysOf(addresses), ({ at, network }) => trusted({ at, network }))
  /** "No such entity" comes without the state of the ledger, so that is requested separately. */
  const noSuchEntity =
    access.network === null
      ? Effect.succeed(null)
      : gateway.construction().pipe(
          Effect.flatMap(({ network, proposer_round_timestamp: at }) => trusted({ at, network })),
          Effect.mapError((cause) => (cause._tag === "GatewayDown" ? cause : new GatewayDown({ cause }))),
          Effect.as(null)
        )

  /**
   * Retries for as long as the request may wait; `unknown` supplies the value for entities that the ledger does not
   * know.
   */
  const inTime = <A>(call: Effect.Effect<A, Failure>, unknown: Effect.Effect<A, GatewayDown>) =>
    breaker.guard(call, isOutage).pipe(
      Effect.retry({ schedule: again, while: isWorthAnotherTry }),
      Effect.catchAll((cause) => {
        if (isUnknown(cause)) return unknown
        return cause._tag === "GatewayDown" ? cause : new GatewayDown({ cause })
      }),
      Effect.timeoutFail({ duration: access.timeout, onTimeout: () => new GatewayDown({}) })
    )

  const readingOf = (address: string): Effect.Effect<Reading, GatewayDown> =>
    inTime(
      Effect.flatMap(ownerKeysOf([address]), ({ keys: [own = unread], stateVersion }) =>
        Either.map(own, (keys): Reading => ({ stateVersion, keys }))
      ),
      noSuchEntity
    )

  /** An entity that the ledger does not know fails the whole request; then each is requested alone. */
  const readingsOf = (addresses: ReadonlyArray<string>) =>
    inTime(
      Effect.map(ownerKeysOf(addresses), ({ keys: all, stateVersion }) =>
        all.map(
          Either.mapBoth({
            onLeft: (cause) => new GatewayDown({ cause }),
            onRight: (keys): Reading => ({ stateVersion, keys })
          })
        )
      ),
      Effect.forEach(addresses, (address) => Effect.either(readingOf(address)), { concurrency: CALLS })
    ).pipe(Effect.catchTag("GatewayDown", (down) => Effect.succeed(addresses.map(() => Either.left(down)))))

  return { readingOf, readingsOf }
})
