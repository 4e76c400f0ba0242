/**
 * Who this dApp is to a phone's wallet: a secret and a session id, made and dropped together.
 *
 * The wallet pins a session to the keys it first saw. A session that outlives its secret would be refused for ever
 * without a word, so a pair with a missing half is made anew (docs/connector.md, 0.5, 4.4).
 */
import { Clock, Effect, Option } from "effect"
import { KEY_BYTES } from "./Constants"
import { Crypto, type PublicKeys } from "./Crypto"
import { CouldNotCreateSession, CouldNotGetOrCreateIdentity } from "./Errors"
import { fromHex, toHex } from "./pure/hex"
import { Storage } from "./Storage"
import { IdentitiesStore, SessionsStore } from "./storage/relayStores"

/** The identity is the dApp's; the format has room for others. */
const IDENTITY = "dApp"

export interface RelaySession {
  readonly sessionId: string
  readonly secret: Uint8Array<ArrayBuffer>
  readonly publicKeys: PublicKeys
}

/** The stored pair, if it is whole. */
const findPair = Effect.gen(function* () {
  const storage = yield* Storage
  const identities = yield* storage.get(IdentitiesStore)
  const sessions = yield* storage.get(SessionsStore)
  return Option.all({
    secret: Option.flatMap(Option.fromNullable(identities[IDENTITY]), (identity) => fromHex(identity.secret)),
    sessionId: Option.fromNullable(Object.values(sessions)[0]?.sessionId)
  })
})

const makePair = Effect.gen(function* () {
  const crypto = yield* Crypto
  const storage = yield* Storage
  const secret = yield* crypto.randomBytes(KEY_BYTES)
  const sessionId = yield* crypto.randomUuid
  const createdAt = yield* Clock.currentTimeMillis
  yield* storage
    .modify(IdentitiesStore, () => [undefined, { [IDENTITY]: { secret: toHex(secret), createdAt } }])
    .pipe(Effect.mapError((cause) => new CouldNotGetOrCreateIdentity({ cause })))
  yield* storage
    .modify(SessionsStore, () => [undefined, { [sessionId]: { sessionId, createdAt } }])
    .pipe(Effect.mapError((cause) => new CouldNotCreateSession({ cause })))
  return { secret, sessionId }
})

/** The session of this dApp on this network, made at first use. One tab at a time, so that two never make two. */
export const relaySession = Effect.gen(function* () {
  const storage = yield* Storage
  const crypto = yield* Crypto
  const pair = yield* storage.exclusive(
    "relaySession",
    Effect.flatMap(
      Effect.mapError(findPair, (cause) => new CouldNotGetOrCreateIdentity({ cause })),
      Option.match({ onNone: () => makePair, onSome: Effect.succeed })
    )
  )
  const publicKeys = yield* crypto.publicKeys(pair.secret)
  return { ...pair, publicKeys } satisfies RelaySession
})

/** The session if there is one; reading the relay's mailbox never makes one. */
export const existingSession = Effect.orElseSucceed(findPair, () => Option.none())
