import { assert, describe, it } from "@effect/vitest"
import { Effect, FastCheck as fc, Layer, Option, Redacted } from "effect"
import { Seal } from "~/effects/base/settings/Seal.server"
import { Settings, type SettingsShape } from "~/effects/base/settings/Settings.server"
import { settings } from "../../people/wallet-session/world"

const under = (secret: string, changes: Partial<SettingsShape> = {}) =>
  Layer.provide(
    Seal.Default,
    Layer.succeed(Settings, { ...settings, sessionSecret: Redacted.make(secret), ...changes })
  )
const EncryptionLive = under("0".repeat(64))
const PURPOSE = "signed bond orders"
/** Made by the former code of each feature, under the secret of `EncryptionLive`. */
const OLD = { id: "orderaaaaaaa", sealed: "LNLNFsu19DarTFjbfUvhcif7kSbRqvSaDOocrX64bdJzvZk=", hex: "00ff10deadbeef" }
const hexOf = (bytes: Uint8Array) => Buffer.from(bytes).toString("hex")

describe("Seal", () => {
  it.effect("decrypts values that were stored before it existed, and encrypts them identically", () =>
    Effect.gen(function* () {
      const seal = yield* Seal
      assert.strictEqual(hexOf(yield* seal.decrypt(PURPOSE, OLD.id, OLD.sealed)), OLD.hex)
      assert.isFalse(seal.hasFurtherKeys)
      assert.strictEqual(
        seal.digest("one-time codes", "salt:123456"),
        "5a0af55836704d2d4ecb7079525daec852b54a49dea8326689a16e58f85631a6"
      )
      assert.strictEqual(
        seal.digest("support senders", "192.0.2.7"),
        "754e545b05d2cb763914acd65e8b30cd7aec34d7758e1052d6ee030212534cf5"
      )
    }).pipe(Effect.provide(EncryptionLive))
  )

  it.effect.prop(
    "decrypts what it encrypted, and encrypts nothing twice alike",
    [fc.uint8Array(), fc.string()],
    ([bytes, id]) =>
      Effect.gen(function* () {
        const seal = yield* Seal
        const sealed = yield* seal.encrypt(PURPOSE, id, bytes)
        assert.notStrictEqual(sealed, yield* seal.encrypt(PURPOSE, id, bytes))
        assert.deepStrictEqual([...(yield* seal.decrypt(PURPOSE, id, sealed))], [...bytes])
      }).pipe(Effect.provide(EncryptionLive))
  )

  it.effect("decrypts nothing of another order, under another secret, or changed", () =>
    Effect.gen(function* () {
      const sealed = yield* Effect.provide(
        Effect.flatMap(Seal, (seal) => seal.encrypt(PURPOSE, "one", Buffer.from("text"))),
        EncryptionLive
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

  const key = (letter: string) => Redacted.make(letter.repeat(40))
  const openedUnder = (live: Layer.Layer<Seal>, id: string, sealed: string) =>
    Effect.map(Effect.provide(Seal, live), (seal) =>
      Option.map(seal.open(PURPOSE, id, sealed), ({ bytes, isCurrent }) => ({ hex: hexOf(bytes), isCurrent }))
    )

  it.effect(
    "encrypts under SEAL_KEY once it is set, and decrypts what the session secret and accepted keys encrypted",
    () =>
      Effect.gen(function* () {
        const secret = "0".repeat(64)
        const first = under(secret, { encryptionKey: Option.some(key("a")) })
        const earlier = Option.some({ hex: OLD.hex, isCurrent: false })
        assert.deepStrictEqual(yield* openedUnder(first, OLD.id, OLD.sealed), earlier)

        const seal = yield* Effect.provide(Seal, first)
        const sealed = yield* seal.encrypt(PURPOSE, "one", Buffer.from("text"))
        const hex = hexOf(Buffer.from("text"))
        assert.deepStrictEqual(yield* openedUnder(first, "one", sealed), Option.some({ hex, isCurrent: true }))
        // A server that still runs without the key cannot decrypt it, unless it accepts the key.
        assert.isTrue(Option.isNone(yield* openedUnder(under(secret), "one", sealed)))
        const accepting = under(secret, { encryptionKeysAccepted: [key("z"), key("a")] })
        assert.deepStrictEqual(yield* openedUnder(accepting, "one", sealed), Option.some({ hex, isCurrent: false }))

        const later = {
          encryptionKey: Option.some(key("b")),
          encryptionKeysAccepted: [key("a"), Redacted.make(secret)]
        }
        const rotated = under("1".repeat(64), later)
        assert.deepStrictEqual(yield* openedUnder(rotated, "one", sealed), Option.some({ hex, isCurrent: false }))
        assert.deepStrictEqual(yield* openedUnder(rotated, OLD.id, OLD.sealed), earlier)
        assert.isTrue(Option.isNone(yield* openedUnder(rotated, "two", sealed)))
      })
  )

  it.effect("makes hashes under the session secret, whatever key encrypts", () =>
    Effect.gen(function* () {
      const [plain, keyed] = yield* Effect.all([
        Effect.provide(Seal, EncryptionLive),
        Effect.provide(Seal, under("0".repeat(64), { encryptionKey: Option.some(key("a")) }))
      ])
      assert.strictEqual(plain.digest("support senders", "192.0.2.7"), keyed.digest("support senders", "192.0.2.7"))
    })
  )
})
