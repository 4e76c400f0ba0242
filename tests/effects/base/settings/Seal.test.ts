import { assert, describe, it } from "@effect/vitest"
import { Effect, FastCheck as fc, Layer, Redacted } from "effect"
import { Seal } from "~/effects/base/settings/Seal.server"
import { Settings } from "~/effects/base/settings/Settings.server"
import { settings } from "../../people/wallet-session/world"

const under = (secret: string) =>
  Layer.provide(Seal.Default, Layer.succeed(Settings, { ...settings, sessionSecret: Redacted.make(secret) }))
const SealLive = under("0".repeat(64))
const PURPOSE = "signed bond orders"

describe("Seal", () => {
  it.effect("opens and makes what was stored before it existed", () =>
    Effect.gen(function* () {
      const seal = yield* Seal
      // Made by the code that each feature had for itself, under the same secret.
      const opened = yield* seal.decrypt(PURPOSE, "orderaaaaaaa", "LNLNFsu19DarTFjbfUvhcif7kSbRqvSaDOocrX64bdJzvZk=")
      assert.strictEqual(Buffer.from(opened).toString("hex"), "00ff10deadbeef")
      assert.strictEqual(
        seal.digest("one-time codes", "salt:123456"),
        "5a0af55836704d2d4ecb7079525daec852b54a49dea8326689a16e58f85631a6"
      )
      assert.strictEqual(
        seal.digest("support senders", "192.0.2.7"),
        "754e545b05d2cb763914acd65e8b30cd7aec34d7758e1052d6ee030212534cf5"
      )
    }).pipe(Effect.provide(SealLive))
  )

  it.effect.prop("opens what it sealed, and seals nothing twice alike", [fc.uint8Array(), fc.string()], ([bytes, id]) =>
    Effect.gen(function* () {
      const seal = yield* Seal
      const sealed = yield* seal.encrypt(PURPOSE, id, bytes)
      assert.notStrictEqual(sealed, yield* seal.encrypt(PURPOSE, id, bytes))
      assert.deepStrictEqual([...(yield* seal.decrypt(PURPOSE, id, sealed))], [...bytes])
    }).pipe(Effect.provide(SealLive))
  )

  it.effect("opens nothing of another order, under another secret, or changed", () =>
    Effect.gen(function* () {
      const sealed = yield* Effect.provide(
        Effect.flatMap(Seal, (seal) => seal.encrypt(PURPOSE, "one", Buffer.from("text"))),
        SealLive
      )
      const open = (secret: string, id: string, text: string) =>
        Effect.flatMap(Seal, (seal) => seal.decrypt(PURPOSE, id, text)).pipe(Effect.provide(under(secret)), Effect.exit)
      const ours = "0".repeat(64)
      const changed = Buffer.from(sealed, "base64").map((byte, at) => (at === 30 ? byte ^ 1 : byte))
      assert.isTrue((yield* open(ours, "one", sealed))._tag === "Success")
      assert.isTrue((yield* open(ours, "two", sealed))._tag === "Failure")
      assert.isTrue((yield* open("1".repeat(64), "one", sealed))._tag === "Failure")
      assert.isTrue((yield* open(ours, "one", Buffer.from(changed).toString("base64")))._tag === "Failure")
    })
  )
})
