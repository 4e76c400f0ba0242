/**
 * Who owns an account or persona: queried from the ledger each time, never cached (docs/connector.md).
 *
 * If the ledger names owner keys, only they count. If it was read and names none, the address must derive from the key.
 * If it could not be read, nothing is decided.
 */
import { Array as Arr, Effect, Either, Option } from "effect"
import type { Curve } from "~/connector/index"
import type { GatewayDown } from "~/effects/base/failures/failures"
import { NETWORK_ID } from "~/effects/base/settings/networks"
import { deriveAddress, type HolderKind, isHolderAddress, publicKeyHash } from "~/ledger/index"
import { CALLS, MOST, makeOwnerKeys, type Reading } from "./OwnerKeys.server"

export interface Claim {
  readonly kind: HolderKind
  readonly address: string
  readonly curve: Curve
  readonly publicKey: Uint8Array
}

/** Result of checking a claim, and what it was decided by. */
export interface Owned {
  readonly owns: boolean
  readonly seen: Reading
}
const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString("hex")

/** Whether keys can own this address of this network at all. */
export const isClaimable = ({ address, kind }: Pick<Claim, "address" | "kind">) =>
  isHolderAddress(kind, address, NETWORK_ID)

const isOwner = ({ address, curve, kind, publicKey }: Claim, seen: Reading): boolean =>
  seen !== null &&
  Option.match(seen.keys, {
    onNone: () => deriveAddress(kind, curve, publicKey, NETWORK_ID) === address,
    onSome: (owners) => {
      const hash = hex(publicKeyHash(publicKey))
      return owners.some((owner) => owner.curve === curve && owner.hash === hash)
    }
  })

export class Ownership extends Effect.Service<Ownership>()("people/wallet-session/Ownership", {
  effect: Effect.gen(function* () {
    const { readingOf, readingsOf } = yield* makeOwnerKeys

    /** True if the key owns the address now. */
    const owns = Effect.fn("Ownership.owns")((claim: Claim) =>
      Effect.map(readingOf(claim.address), (reading) => isOwner(claim, reading))
    )

    /** The same for several claims, 20 to a request, with what was read for each. */
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
