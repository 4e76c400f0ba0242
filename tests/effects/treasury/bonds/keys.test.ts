/** The operator changes the secrets that encrypt orders and sign batches (docs/operations/secrets.md). */
import { SqlClient } from "@effect/sql"
import { assert, it } from "@effect/vitest"
import { Effect, Layer, Option, Redacted } from "effect"
import { reencryptColumn } from "~/effects/base/jobs/Resealing.server"
import { Seal } from "~/effects/base/settings/Seal.server"
import { Settings, type SettingsShape } from "~/effects/base/settings/Settings.server"
import { BatchesRepo } from "~/effects/treasury/bonds/BatchesRepo.server"
import { SeriesLife } from "~/effects/treasury/bonds/SeriesLife.server"
import { Settlements } from "~/effects/treasury/bonds/Settlements.server"
import { orderEncryption, SignedParts } from "~/effects/treasury/bonds/SignedParts.server"
import { describeOnBothDatabases } from "../../../databases"
import { accountOf } from "../../../ledger/signing"
import {
  ada,
  buyer,
  closed,
  fund,
  hereOf,
  minute,
  opened,
  order,
  orderNow,
  SERIES,
  settleNext,
  signPart,
  withRelayer,
  world
} from "./world"

const bea = buyer(1)
const key = (letter: string) => Redacted.make(letter.repeat(40))

/** A server that starts later on the same database, with other settings. */
const restarted = (changes: Partial<SettingsShape>) =>
  Layer.mergeAll(Settlements.Default, SeriesLife.Default, SignedParts.Default, Seal.Default).pipe(
    Layer.provide(Layer.succeed(Settings, { ...withRelayer, ...changes })),
    Layer.fresh
  )
const reencrypt = Effect.flatMap(orderEncryption, reencryptColumn)
/** Decrypts the sealed part of an order as a batch would. */
const openOrder = (id: string, sealed: string | null) =>
  Effect.exit(Effect.flatMap(SignedParts, ({ partOf }) => partOf({ id, sealed })))

/** Bea has signed an order for 40 units. */
const signedOrder = Effect.gen(function* () {
  const { community } = yield* opened()
  yield* fund(accountOf(bea))
  return { community, id: yield* order(community, bea, 40) }
})

describeOnBothDatabases("key rotation", (database) => {
  const test = it.scoped

  test("opens orders encrypted under the session secret with a SEAL_KEY, encrypts them again, and no longer needs the secret", () =>
    Effect.gen(function* () {
      const { community, id } = yield* signedOrder
      const before = yield* orderNow(community, id)

      // SEAL_KEY is set for the first time.
      const first = restarted({ encryptionKey: Option.some(key("a")) })
      assert.strictEqual((yield* openOrder(id, before.sealed).pipe(Effect.provide(first)))._tag, "Success")
      assert.deepStrictEqual(yield* Effect.provide(reencrypt, first), { reencrypted: 1, closed: [] })
      assert.deepStrictEqual(yield* Effect.provide(reencrypt, first), { reencrypted: 0, closed: [] })
      const after = yield* orderNow(community, id)
      assert.notStrictEqual(after.sealed, before.sealed)

      // Then the session secret can change.
      const second = restarted({ encryptionKey: Option.some(key("a")), sessionSecret: key("s") })
      assert.strictEqual((yield* openOrder(id, after.sealed).pipe(Effect.provide(second)))._tag, "Success")

      // SEAL_KEY is replaced; the former one is accepted until everything is encrypted again.
      const third = restarted({
        encryptionKey: Option.some(key("b")),
        encryptionKeysAccepted: [key("a")],
        sessionSecret: key("s")
      })
      assert.deepStrictEqual(yield* Effect.provide(reencrypt, third), { reencrypted: 1, closed: [] })
      const last = yield* orderNow(community, id)
      const fourth = restarted({ encryptionKey: Option.some(key("b")), sessionSecret: key("s") })
      assert.strictEqual((yield* openOrder(id, last.sealed).pipe(Effect.provide(fourth)))._tag, "Success")
      assert.strictEqual((yield* openOrder(id, after.sealed).pipe(Effect.provide(fourth)))._tag, "Failure")
    }).pipe(Effect.provide(world(database))))

  test("names an order whose key is missing and leaves it unchanged", () =>
    Effect.gen(function* () {
      const { community, id } = yield* signedOrder
      const { sealed } = yield* orderNow(community, id)
      const stranger = restarted({ encryptionKey: Option.some(key("x")), sessionSecret: key("y") })
      assert.deepStrictEqual(yield* Effect.provide(reencrypt, stranger), { reencrypted: 0, closed: [id] })
      assert.strictEqual((yield* orderNow(community, id)).sealed, sealed)
    }).pipe(Effect.provide(world(database))))

  test("encrypts all orders again, also more than one statement reads", () =>
    Effect.gen(function* () {
      const { id } = yield* signedOrder
      const sql = yield* SqlClient.SqlClient
      const { seal } = yield* Effect.provide(SignedParts, restarted({}))
      for (let n = 0; n < 230; n++) {
        const copy = `copy${String(n).padStart(8, "0")}`
        yield* sql`INSERT INTO bond_orders (id, series_id, community_id, direction, account, units, total, state, sealed,
            expires_at, created_at, updated_at)
          SELECT ${copy}, series_id, community_id, direction, account, units, total, state,
            ${yield* seal("00ff", copy)}, expires_at, created_at, updated_at FROM bond_orders WHERE id = ${id}`
      }
      const next = restarted({ encryptionKey: Option.some(key("a")) })
      assert.deepStrictEqual(yield* Effect.provide(reencrypt, next), { reencrypted: 231, closed: [] })
    }).pipe(Effect.provide(world(database))))

  test("completes a batch prepared under one RELAYER_KEY with the next, and commits one that was sent", () =>
    Effect.gen(function* () {
      const { community } = yield* signedOrder
      yield* closed
      const prepared = yield* Effect.flatMap(Settlements, (settlements) =>
        settlements.prepare(hereOf(community), SERIES, "buy")
      )
      const signed = yield* signPart(prepared.manifest, prepared.expiration, ada)
      const next = restarted({ relayerKey: Option.some(Redacted.make("7a".repeat(32))) })
      yield* Effect.flatMap(Settlements, (settlements) =>
        settlements.sign(hereOf(community), prepared.batchId, signed)
      ).pipe(Effect.provide(next))
      yield* minute
      const batches = yield* BatchesRepo
      assert.strictEqual((yield* batches.findOrFail(community.id, prepared.batchId)).state, "committed")
    }).pipe(Effect.provide(world(database))))

  test("confirms what was sent under the former RELAYER_KEY after that is gone", () =>
    Effect.gen(function* () {
      const { community, id } = yield* signedOrder
      yield* closed
      const { batchId } = yield* settleNext(community)
      yield* Effect.provide(minute, restarted({ relayerKey: Option.none() }))
      const batches = yield* BatchesRepo
      assert.strictEqual((yield* batches.findOrFail(community.id, batchId)).state, "committed")
      assert.strictEqual((yield* orderNow(community, id)).state, "settled")
    }).pipe(Effect.provide(world(database))))
})
