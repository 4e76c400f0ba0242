/**
 * Who owns an account or persona: asked of the ledger each time, never remembered (protocol 7.2, quality A16).
 *
 * Where the ledger names owner keys, only they count. Where it was read and names none, the address must derive from
 * the key. Where it could not be read, nothing is decided.
 */
import { Duration, Effect, Option, Schedule } from "effect"
import { type Curve, Gateway, type GatewayError } from "~/connector/index"
import { deriveAddress, type HolderKind, isHolderAddress, publicKeyHash } from "~/ledger/index"
import { GatewayDown } from "../../failures"
import { makeBreaker } from "../../http/Breaker.server"
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

const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString("hex")

/** The ledger was read and has no such entity. */
const isUnknownEntity = (error: GatewayError) =>
  error._tag === "RequestStatusNotOk" &&
  (error.reason === "EntityNotFoundError" || error.reason === "InvalidEntityError")
const isOutage = (error: GatewayError) => !isUnknownEntity(error)
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

    const ownerKeys = (address: string) =>
      breaker.guard(gateway.ownerKeys(address), isOutage).pipe(
        Effect.retry({ schedule: again, while: isWorthAnotherTry }),
        Effect.map((keys) => ({ exists: true, keys })),
        Effect.catchIf(
          (error) => error._tag !== "LeftAlone" && isUnknownEntity(error),
          () => Effect.succeed({ exists: false, keys: Option.none() })
        ),
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
