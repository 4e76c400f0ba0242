/** When a server re-encrypts values stored under an earlier key (docs/operations/secrets.md). */
import { assert, it } from "@effect/vitest"
import { Effect, Layer, Logger, Option, Redacted, TestClock } from "effect"
import { FeatureFlags } from "~/effects/base/feature-flags/FeatureFlags.server"
import { reencrypting, type SealedRow, type SealedTexts } from "~/effects/base/jobs/Resealing.server"
import { Seal } from "~/effects/base/settings/Seal.server"
import { describeOnBothDatabases } from "../../../databases"
import { settings } from "../../people/signup/world"

const sealedUnder = (secret: string, id: string) =>
  Effect.flatMap(Seal, (seal) => seal.encrypt("webhook secrets", id, Buffer.from(id))).pipe(
    Effect.provide(Layer.fresh(Layer.provide(Seal.Default, settings({ sessionSecret: Redacted.make(secret) }))))
  )

const FORMER = "the secret that sealed until yesterday"
const TODAYS = settings({
  encryptionKey: Option.some(Redacted.make("the key that seals from today on")),
  sessionSecret: Redacted.make(FORMER)
})

describeOnBothDatabases("re-encryption", (database) => {
  it.scoped("reports completion only if every value can be decrypted", () => {
    const lines: Array<string> = []
    const logger = Logger.replace(
      Logger.defaultLogger,
      Logger.make(({ logLevel, message }) => lines.push(`${logLevel.label} ${message}`))
    )
    return Effect.gen(function* () {
      const closed = yield* Effect.forEach(["a", "b"], (id) =>
        Effect.map(sealedUnder("a secret that nobody has any more", id), (sealed): SealedRow => ({ id, sealed }))
      )
      const stored = (rows: ReadonlyArray<SealedRow>): SealedTexts => ({
        purpose: "webhook secrets",
        next: (after) => Effect.succeed(rows.filter(({ id }) => id > after)),
        replace: () => Effect.void
      })
      yield* Layer.build(reencrypting([stored(closed)]))
      yield* TestClock.adjust("10 seconds")
      assert.deepStrictEqual(lines, [
        "ERROR webhook secrets are not all sealed under today's key: 2 do not open, since a key is missing in SEAL_KEYS_ACCEPTED"
      ])
      yield* Layer.build(reencrypting([stored([])]))
      yield* TestClock.adjust("10 seconds")
      assert.strictEqual(lines.at(-1), "INFO webhook secrets are sealed under today's key")
    }).pipe(
      Effect.provide(
        Layer.provideMerge(Layer.merge(FeatureFlags.Default, Layer.provide(Seal.Default, TODAYS)), database)
      ),
      Effect.provide(logger)
    )
  })

  it.scoped("starts ten seconds after the server, repeats each hour and pauses while the site is read-only", () =>
    Effect.gen(function* () {
      const flags = yield* FeatureFlags
      const rows = new Map<string, string>()
      const stored: SealedTexts = {
        purpose: "webhook secrets",
        next: (after) =>
          Effect.sync(() =>
            [...rows].map(([id, sealed]): SealedRow => ({ id, sealed })).filter(({ id }) => id > after)
          ),
        replace: ({ id }, reencrypted) => Effect.sync(() => rows.set(id, reencrypted))
      }
      const arrive = (id: string) => Effect.map(sealedUnder(FORMER, id), (sealed) => rows.set(id, sealed))
      const isCurrent = (id: string) =>
        Effect.map(Seal, (seal) =>
          Option.exists(seal.open("webhook secrets", id, rows.get(id) ?? ""), (opened) => opened.isCurrent)
        )

      yield* arrive("a")
      yield* Layer.build(reencrypting([stored]))
      assert.isFalse(yield* isCurrent("a"))
      yield* TestClock.adjust("10 seconds")
      assert.isTrue(yield* isCurrent("a"))

      yield* flags.set("readOnly", "It moves.")
      yield* flags.refresh
      yield* arrive("b")
      yield* TestClock.adjust("1 hour")
      assert.isFalse(yield* isCurrent("b"))
      yield* flags.reset("readOnly")
      yield* flags.refresh
      yield* TestClock.adjust("1 hour")
      assert.isTrue(yield* isCurrent("b"))
    }).pipe(
      Effect.provide(
        Layer.provideMerge(Layer.merge(FeatureFlags.Default, Layer.provide(Seal.Default, TODAYS)), database)
      )
    )
  )
})
