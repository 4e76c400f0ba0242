/**
 * Who owns an account or persona: asked of the ledger each time, never remembered (protocol 7.2, quality A16).
 *
 * Where the ledger names owner keys, only they count. Where it was read and names none, the address must derive from
 * the key. Where it could not be read, nothing is decided.
 */
import { Array as Arr, Duration, Effect, Either, Option, Schedule } from "effect"
import { type Curve, Gateway, type GatewayError, type OwnerKey } from "~/connector/index"
import { deriveAddress, type HolderKind, isHolderAddress, publicKeyHash } from "~/ledger/index"
import { GatewayDown } from "../../failures"
import { type LeftAlone, makeBreaker } from "../../http/Breaker.server"
import { NETWORK_ID } from "../../networks"

export interface Claim {
  readonly kind: HolderKind
  readonly address: string
  readonly curve: Curve
  readonly publicKey: Uint8Array
}

/** For one claim, all tries together. */
const PATIENCE = Duration.seconds(3)
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

/** What the ledger says of an address. */
interface Reading {
  readonly exists: boolean
  readonly keys: Option.Option<ReadonlyArray<OwnerKey>>
}
const nobody: Reading = { exists: false, keys: Option.none() }

const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString("hex")

/** The ledger was read and has no such entity. */
const isUnknownEntity = (error: GatewayError) =>
  error._tag === "RequestStatusNotOk" &&
  (error.reason === "EntityNotFoundError" || error.reason === "InvalidEntityError")
const isOutage = (error: GatewayError) => !isUnknownEntity(error)
const isUnknown = (error: GatewayError | LeftAlone) => error._tag !== "LeftAlone" && isUnknownEntity(error)
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
    const patiently = <A>(call: Effect.Effect<A, GatewayError>, unknown: Effect.Effect<A, GatewayDown>) =>
      breaker.guard(call, isOutage).pipe(
        Effect.retry({ schedule: again, while: isWorthAnotherTry }),
        Effect.tapError((error) =>
          isUnknown(error)
            ? Effect.void
            : Effect.logWarning("gateway did not tell the owner keys", error._tag, error.message)
        ),
        Effect.catchAll((cause) => (isUnknown(cause) ? unknown : new GatewayDown({ cause }))),
        Effect.timeoutFail({ duration: PATIENCE, onTimeout: () => new GatewayDown({}) })
      )

    const found = (keys: Reading["keys"]): Reading => ({ exists: true, keys })
    const readingOf = (address: string): Effect.Effect<Reading, GatewayDown> =>
      patiently(Effect.map(gateway.ownerKeys(address), found), Effect.succeed(nobody))

    /** One that the ledger does not know spoils the call: then each is asked for alone. */
    const readingsOf = (addresses: ReadonlyArray<string>) =>
      patiently(
        Effect.map(gateway.ownerKeysOf(addresses), (all) =>
          all.map(Either.mapBoth({ onLeft: (cause) => new GatewayDown({ cause }), onRight: found }))
        ),
        Effect.forEach(addresses, (address) => Effect.either(readingOf(address)), { concurrency: CALLS })
      ).pipe(Effect.catchAll((down) => Effect.succeed(addresses.map(() => Either.left(down)))))

    const isOwner = ({ address, curve, kind, publicKey }: Claim, { exists, keys }: Reading): boolean =>
      exists &&
      Option.match(keys, {
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

    /** The same for claims that came together, 20 to a call. */
    const ownsAll = (claims: ReadonlyArray<Claim>): Effect.Effect<ReadonlyArray<Either.Either<boolean, GatewayDown>>> =>
      Effect.forEach(
        Arr.chunksOf(claims, MOST),
        (some) =>
          Effect.map(readingsOf(some.map(({ address }) => address)), (readings) =>
            Arr.zipWith(some, readings, (claim, reading) => Either.map(reading, (read) => isOwner(claim, read)))
          ),
        { concurrency: CALLS }
      ).pipe(Effect.map(Arr.flatten))

    return { owns, ownsAll }
  })
}) {}
