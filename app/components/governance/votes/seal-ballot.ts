/** Seals a ballot in the voter's page. Loaded only for sealed votes, when a ballot is made. */
import { Either } from "effect"
import type { BeaconRound } from "~/effects/governance/votes/sealed/BeaconRound"
import type { LengthRules } from "~/effects/governance/votes/sealed/length"
import type { Sealed } from "~/effects/governance/votes/sealed/Sealed"
import {
  type Bound,
  type Content,
  drawn,
  opensOf,
  readOpened,
  sealContent
} from "~/effects/governance/votes/sealed/SealedBody"
import type { StoredOpening } from "./stored-opens"

export interface SealedHere {
  readonly sealed: Sealed
  readonly opening: StoredOpening
}

const random = (length: number) => crypto.getRandomValues(new Uint8Array(length))

/** Left: the reason why not, in the voter's words. */
export const sealHere = (
  content: Content,
  rules: LengthRules,
  beacon: BeaconRound,
  bound: Bound
): Either.Either<SealedHere, string> => {
  const secret = drawn(random)
  return Either.map(sealContent(content, rules, beacon, secret, bound), (sealed) => ({
    sealed,
    opening: { ...content, beacon, opens: opensOf(secret) }
  }))
}

const plain = (choice: Content["choice"]) =>
  JSON.stringify(typeof choice === "string" || Array.isArray(choice) ? choice : Object.entries(choice).sort())

/** Whether the ballot that the wallet is about to sign is the one sealed here and contains what was chosen. */
export const isWhatWasSealed = (signed: Sealed, { opening, sealed }: SealedHere, bound: Bound): boolean => {
  const isSame = (["U", "V", "W", "nonce", "body"] as const).every((part) => signed[part] === sealed[part])
  const found = readOpened(signed, opening.opens, bound)
  return (
    isSame &&
    Either.isRight(found) &&
    found.right.reason === opening.reason &&
    plain(found.right.choice) === plain(opening.choice)
  )
}
