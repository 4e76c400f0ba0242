/**
 * Who owns an account or persona: asked of the ledger each time, never remembered (docs/connector.md, 7.2,
 * docs/goals.md A16).
 *
 * Where the ledger names owner keys, only they count. Where it was read and names none, the address must derive from
 * the key. Where it could not be read, nothing is decided.
 */
import { Array as Arr, Duration, Effect, Either, Option, Schedule } from "effect"
import { ConnectorErrors, type Curve, Gateway, type GatewayError, type OwnerKey } from "~/connector/index"
import { GatewayDown } from "~/effects/base/failures/failures"
import { type CircuitOpen, makeBreaker } from "~/effects/base/limits/Breaker.server"
import { NETWORK_ID } from "~/effects/base/settings/networks"
import { deriveAddress, type HolderKind, isHolderAddress, publicKeyHash } from "~/ledger/index"

export interface Claim {
  readonly kind: HolderKind
  readonly address: string
  readonly curve: Curve
  readonly publicKey: Uint8Array
}

/** For one claim, all tries together. */
const TIMEOUT = Duration.seconds(3)
const BREAKER = { failures: 5, pause: Duration.seconds(2) }
/** Two more tries, after a random part of 200 ms, then of 400 ms. */
const again = Schedule.exponential("200 millis").pipe(
  Schedule.jitteredWith({ min: 0, max: 1 }),
  Schedule.modifyDelay((_, delay) => Duration.millis(Math.ceil(Duration.toMillis(delay)))),
  Schedule.intersect(Schedule.recurs(2))
)

/** Addresses in one call, and calls at once. */
const MOST = 20
const CALLS = 4

/** What the ledger named as an address' owner keys, and at which state version; none where the address must derive. */
export interface SeenKeys {
  readonly stateVersion: number
  readonly keys: Option.Option<ReadonlyArray<OwnerKey>>
}
/** What the ledger says of an address; null where it has no such entity. */
type Reading = SeenKeys | null

/** A claim as it was found, and by what. */
export interface Owned {
  readonly owns: boolean
  readonly seen: Reading
}
const unread = Either.left(new ConnectorErrors.FailedToParseResponseToJson({ message: "the gateway answered nothing" }))

const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString("hex")

/** The ledger was read and has no such entity. */
const isUnknownEntity = (error: GatewayError) =>
  error._tag === "RequestStatusNotOk" &&
  (error.reason === "EntityNotFoundError" || error.reason === "InvalidEntityError")
const isOutage = (error: GatewayError) => !isUnknownEntity(error)
const isUnknown = (error: GatewayError | CircuitOpen) => error._tag !== "CircuitOpen" && isUnknownEntity(error)
/** An answer that nobody can read will not get better by asking at once. */
const isWorthAnotherTry = (error: { readonly _tag: string; readonly status?: number }) =>
  error._tag === "FailedToFetch" || (error.status !== undefined && (error.status === 429 || error.status >= 500))

/** Whether an address of this network can be held by keys at all. */
export const isClaimable = ({ address, kind }: Pick<Claim, "address" | "kind">) =>
  isHolderAddress(kind, address, NETWORK_ID)

export class Ownership extends Effect.Service<Ownership>()("effects/Ownership", {
  effect: Effect.gen(function* () {
    const gateway = yield* Gateway
    const breaker = yield* makeBreaker(BREAKER)

    /** Tried again, for as long as somebody waits; what the ledger does not know is told by `unknown`. */
    const inTime = <A>(call: Effect.Effect<A, GatewayError>, unknown: Effect.Effect<A, GatewayDown>) =>
      breaker.guard(call, isOutage).pipe(
        Effect.retry({ schedule: again, while: isWorthAnotherTry }),
        Effect.tapError((error) =>
          isUnknown(error)
            ? Effect.void
            : Effect.logWarning("gateway did not tell the owner keys", error._tag, error.message)
        ),
        Effect.catchAll((cause) => (isUnknown(cause) ? unknown : new GatewayDown({ cause }))),
        Effect.timeoutFail({ duration: TIMEOUT, onTimeout: () => new GatewayDown({}) })
      )

    const readingOf = (address: string): Effect.Effect<Reading, GatewayDown> =>
      inTime(
        Effect.flatMap(gateway.ownerKeysOf([address]), ({ keys: [own = unread], stateVersion }) =>
          Either.map(own, (keys): Reading => ({ stateVersion, keys }))
        ),
        Effect.succeed(null)
      )

    /** One that the ledger does not know spoils the call: then each is asked for alone. */
    const readingsOf = (addresses: ReadonlyArray<string>) =>
      inTime(
        Effect.map(gateway.ownerKeysOf(addresses), ({ keys: all, stateVersion }) =>
          all.map(
            Either.mapBoth({
              onLeft: (cause) => new GatewayDown({ cause }),
              onRight: (keys): Reading => ({ stateVersion, keys })
            })
          )
        ),
        Effect.forEach(addresses, (address) => Effect.either(readingOf(address)), { concurrency: CALLS })
      ).pipe(Effect.catchAll((down) => Effect.succeed(addresses.map(() => Either.left(down)))))

    const isOwner = ({ address, curve, kind, publicKey }: Claim, seen: Reading): boolean =>
      seen !== null &&
      Option.match(seen.keys, {
        onNone: () => deriveAddress(kind, curve, publicKey, NETWORK_ID) === address,
        onSome: (owners) => {
          const hash = hex(publicKeyHash(publicKey))
          return owners.some((owner) => owner.curve === curve && owner.hash === hash)
        }
      })

    /** True when the key owns the address now. */
    const owns = Effect.fn("Ownership.owns")((claim: Claim) =>
      Effect.map(readingOf(claim.address), (reading) => isOwner(claim, reading))
    )

    /** The same for claims that came together, 20 to a call, with what was seen of each. */
    const ownsAll = (claims: ReadonlyArray<Claim>): Effect.Effect<ReadonlyArray<Either.Either<Owned, GatewayDown>>> =>
      Effect.forEach(
        Arr.chunksOf(claims, MOST),
        (some) =>
          Effect.map(readingsOf(some.map(({ address }) => address)), (readings) =>
            Arr.zipWith(some, readings, (claim, reading) =>
              Either.map(reading, (seen) => ({ owns: isOwner(claim, seen), seen }))
            )
          ),
        { concurrency: CALLS }
      ).pipe(Effect.map(Arr.flatten))

    return { owns, ownsAll }
  })
}) {}
