/**
 * The dApp's identity for a phone's wallet: a secret and a session id, created and discarded together.
 *
 * The wallet binds a session to the keys it first saw, and would silently refuse a session that outlives its secret; so
 * if half of a pair is missing, both are created again (docs/connector.md).
 */
import { Clock, Effect, Option } from "effect"
import { KEY_BYTES } from "./Constants"
import { Crypto, type PublicKeys } from "./Crypto"
import { CouldNotCreateSession, CouldNotGetOrCreateIdentity } from "./Errors"
import { fromHex, toHex } from "./pure/hex"
import { Storage } from "./Storage"
import { IdentitiesStore, SessionsStore } from "./storage/relayStores"

/** The identity is the dApp's; the storage format allows for others. */
const IDENTITY = "dApp"

export interface RelaySession {
  readonly sessionId: string
  readonly secret: Uint8Array<ArrayBuffer>
  readonly publicKeys: PublicKeys
}

/** The stored pair, if it is complete. */
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

/** Session of this dApp on this network, created on first use under a lock, so that two tabs never create two. */
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

/** The session if there is one; polling the relay never creates one. */
export const existingSession = Effect.orElseSucceed(findPair, () => Option.none())
