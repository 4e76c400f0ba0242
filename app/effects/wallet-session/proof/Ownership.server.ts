/**
 * Who owns an account or persona: asked of the ledger each time, never remembered (protocol 7.2, quality A16). Questions
 * that arrive while others are under way go out together: an answer is never older than its question.
 *
 * Where the ledger names owner keys, only they count. Where it was read and names none, the address must derive from
 * the key. Where it could not be read, nothing is decided.
 */
import { Duration, Effect, Exit, Option, Schedule } from "effect"
import { type Curve, Gateway, type GatewayError } from "~/connector/index"
import { deriveAddress, type HolderKind, isHolderAddress, publicKeyHash } from "~/ledger/index"
import { GatewayDown } from "../../failures"
import { LeftAlone, makeBreaker } from "../../http/Breaker.server"
import { makeTogether } from "../../limits/together.server"
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
  scoped: Effect.gen(function* () {
    const gateway = yield* Gateway
    const breaker = yield* makeBreaker(BREAKER)

    /** A call that hangs counts as a failure, and keeps no worker longer than somebody waits. */
    const guarded = <A>(call: Effect.Effect<A, GatewayError>) =>
      breaker.guard(call, isOutage).pipe(Effect.timeoutFail({ duration: PATIENCE, onTimeout: () => new LeftAlone() }))
    const one = (address: string) => guarded(gateway.ownerKeys(address))
    const read = yield* makeTogether({
      most: MOST,
      workers: CALLS,
      answer: (addresses: ReadonlyArray<string>) => {
        const [only = "", ...others] = addresses
        if (others.length === 0) return Effect.map(one(only), (keys) => [Exit.succeed(keys)])
        return guarded(gateway.ownerKeysOf(addresses)).pipe(
          Effect.map((all) => all.map((keys) => Exit.fromEither(keys))),
          Effect.catchIf(isUnknown, () => Effect.forEach(addresses, (address) => Effect.exit(one(address))))
        )
      }
    })

    const ownerKeys = (address: string) =>
      read(address).pipe(
        Effect.retry({ schedule: again, while: isWorthAnotherTry }),
        Effect.map((keys) => ({ exists: true, keys })),
        Effect.catchIf(isUnknown, () => Effect.succeed({ exists: false, keys: Option.none() })),
        Effect.tapError(({ _tag, message }) => Effect.logWarning("gateway did not tell the owner keys", _tag, message)),
        Effect.mapError((cause) => new GatewayDown({ cause })),
        Effect.timeoutFail({ duration: PATIENCE, onTimeout: () => new GatewayDown({}) })
      )

    /** True when the key owns the address now. */
    const owns = Effect.fn("Ownership.owns")(function* ({ address, curve, kind, publicKey }: Claim) {
      const { exists, keys } = yield* ownerKeys(address)
      const hash = hex(publicKeyHash(publicKey))
      return (
        exists &&
        Option.match(keys, {
          onNone: () => deriveAddress(kind, curve, publicKey, NETWORK_ID) === address,
          onSome: (owners) => owners.some((owner) => owner.curve === curve && owner.hash === hash)
        })
      )
    })

    return { owns }
  })
}) {}
