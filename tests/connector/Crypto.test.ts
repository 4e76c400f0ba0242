import { assert, describe, it } from "@effect/vitest"
import { blake2b } from "@noble/hashes/blake2.js"
import { Effect, Either, FastCheck as fc, Option } from "effect"
import { Crypto } from "~/connector/Crypto"
import { deepLink } from "~/connector/pure/deepLink"
import { fromHex, toHex } from "~/connector/pure/hex"
import { interactionMessage } from "~/connector/pure/interactionMessage"
import { joinBox, splitBox } from "~/connector/pure/sealedBox"
import type { WalletInteraction } from "~/connector/schema/WalletInteraction"
import { itWithPublicVectors, vectorsOf } from "./vectors"

const bytes = (hex: string) => Option.getOrThrow(fromHex(hex))
const utf8 = (text: string) => new TextEncoder().encode(text)
const hashOf = (message: Uint8Array) => Uint8Array.from(blake2b(message, { dkLen: 32 }))

interface RelayVector {
  readonly dAppIdentitySecret: string
  readonly dAppX25519PublicKey: string
  readonly dAppDefinitionAddress: string
  readonly relayItem: { readonly publicKey: string; readonly data: string }
  readonly expectedSymmetricKey: string
  readonly expectedPlaintext: unknown
}
interface LinkVector {
  readonly identitySecret: string
  readonly interaction: WalletInteraction
  readonly params: { readonly sessionId: string }
  readonly url: string
}

describe.each([
  ["with WebCrypto", Crypto.layer],
  ["without WebCrypto", Crypto.layerNoble]
])("keys and boxes %s", (_, layer) => {
  it.effect("decrypt the wallet's responses", () =>
    Effect.gen(function* () {
      const crypto = yield* Crypto
      const vectors = vectorsOf<RelayVector>("relayResponse_decrypt")
      assert.strictEqual(vectors.length, 2)
      for (const vector of vectors) {
        const secret = bytes(vector.dAppIdentitySecret)
        assert.strictEqual(toHex((yield* crypto.publicKeys(secret)).x25519), vector.dAppX25519PublicKey)
        const key = yield* crypto.sharedKey(
          secret,
          bytes(vector.relayItem.publicKey),
          utf8(vector.dAppDefinitionAddress)
        )
        assert.strictEqual(toHex(key), vector.expectedSymmetricKey)
        const box = Option.getOrThrow(splitBox(bytes(vector.relayItem.data)))
        const plain = yield* crypto.open(key, box.iv, box.sealed)
        assert.deepStrictEqual(JSON.parse(new TextDecoder().decode(plain)), vector.expectedPlaintext)
      }
    }).pipe(Effect.provide(layer))
  )

  it.effect("create the link that the wallet expects", () =>
    Effect.gen(function* () {
      const crypto = yield* Crypto
      const vectors = vectorsOf<LinkVector>("deepLink")
      assert.strictEqual(vectors.length, 1)
      for (const { identitySecret, interaction, params, url } of vectors) {
        const secret = bytes(identitySecret)
        const keys = yield* crypto.publicKeys(secret)
        const { dAppDefinitionAddress, origin } = interaction.metadata
        const message = interactionMessage(interaction.interactionId, dAppDefinitionAddress, origin)
        const signature = toHex(yield* crypto.sign(secret, hashOf(message)))
        const identity = toHex(keys.ed25519)
        const link = deepLink({
          interaction,
          sessionId: params.sessionId,
          signature,
          identity,
          publicKey: toHex(keys.x25519)
        })
        assert.strictEqual(link, url)
      }
    }).pipe(Effect.provide(layer))
  )

  it.effect("give both sides of a conversation the same key, and nobody else", () =>
    Effect.gen(function* () {
      const crypto = yield* Crypto
      const [ours, theirs, other] = yield* Effect.all([
        crypto.randomBytes(32),
        crypto.randomBytes(32),
        crypto.randomBytes(32)
      ])
      const salt = utf8("account_tdx_2_1")
      const publicOf = (secret: typeof ours) => Effect.map(crypto.publicKeys(secret), (keys) => keys.x25519)
      const here = yield* crypto.sharedKey(ours, yield* publicOf(theirs), salt)
      const there = yield* crypto.sharedKey(theirs, yield* publicOf(ours), salt)
      const elsewhere = yield* crypto.sharedKey(other, yield* publicOf(ours), salt)
      assert.deepStrictEqual(here, there)
      const iv = yield* crypto.randomBytes(12)
      const sealed = yield* crypto.seal(here, iv, utf8("hello"))
      assert.deepStrictEqual(yield* crypto.open(there, iv, sealed), utf8("hello"))
      const refused = yield* Effect.either(crypto.open(elsewhere, iv, sealed))
      assert.strictEqual(Either.isLeft(refused) ? refused.left._tag : "", "FailedToDecryptWalletResponseData")
    }).pipe(Effect.provide(layer))
  )

  it.effect("refuse a changed box and an invalid key", () =>
    Effect.gen(function* () {
      const crypto = yield* Crypto
      const key = yield* crypto.randomBytes(32)
      const iv = yield* crypto.randomBytes(12)
      const sealed = yield* crypto.seal(key, iv, utf8("hello"))
      const changed = Uint8Array.from(sealed, (byte, index) => (index === 0 ? byte ^ 1 : byte))
      assert.strictEqual((yield* Effect.flip(crypto.open(key, iv, changed)))._tag, "FailedToDecryptWalletResponseData")
      const short = yield* Effect.flip(crypto.sharedKey(key, new Uint8Array(5), utf8("s")))
      assert.strictEqual(short._tag, "FailedToDeriveSharedSecret")
    }).pipe(Effect.provide(layer))
  )

  it.effect("number requests with UUIDs of version 4", () =>
    Effect.gen(function* () {
      const crypto = yield* Crypto
      const ids = yield* Effect.replicateEffect(crypto.randomUuid, 50)
      assert.strictEqual(new Set(ids).size, 50)
      for (const id of ids) assert.match(id, /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
    }).pipe(Effect.provide(layer))
  )
})

describe("the public vectors", () => {
  itWithPublicVectors("of shared secrets hold", () =>
    Effect.runPromise(
      Effect.gen(function* () {
        const crypto = yield* Crypto
        interface Vector {
          readonly privateKey1: string
          readonly publicKey2: string
          readonly sharedSecret: string
          readonly dAppDefinitionAddress: string
        }
        for (const vector of vectorsOf<Vector>("sharedSecret_x25519_hkdf")) {
          const salt = utf8(vector.dAppDefinitionAddress)
          const key = yield* crypto.sharedKey(bytes(vector.privateKey1), bytes(vector.publicKey2), salt)
          assert.strictEqual(toHex(key), vector.sharedSecret)
        }
        for (const { privateKey, publicKey } of vectorsOf<{ privateKey: string; publicKey: string }>(
          "x25519_publicKey"
        )) {
          assert.strictEqual(toHex((yield* crypto.publicKeys(bytes(privateKey))).x25519), publicKey)
        }
      }).pipe(Effect.provide(Crypto.layer))
    )
  )

  itWithPublicVectors("of the request signature hold", () =>
    Effect.runPromise(
      Effect.gen(function* () {
        const crypto = yield* Crypto
        interface Vector {
          readonly interactionId: string
          readonly dAppDefinitionAddress: string
          readonly origin: string
          readonly privateKey: string
          readonly messageHash: string
          readonly signature: string
          readonly identity: string
        }
        for (const vector of vectorsOf<Vector>("connectSignature")) {
          const { dAppDefinitionAddress, interactionId, origin } = vector
          const hash = hashOf(interactionMessage(interactionId, dAppDefinitionAddress, origin))
          assert.strictEqual(toHex(hash), vector.messageHash)
          const secret = bytes(vector.privateKey)
          assert.strictEqual(toHex(yield* crypto.sign(secret, hash)), vector.signature)
          assert.strictEqual(toHex((yield* crypto.publicKeys(secret)).ed25519), vector.identity)
        }
      }).pipe(Effect.provide(Crypto.layer))
    )
  )

  itWithPublicVectors("of sealed boxes hold", () => {
    interface Vector {
      readonly combined: string
      readonly iv: string
      readonly ciphertextAndAuthTag: string
    }
    for (const vector of vectorsOf<Vector>("sealbox_split")) {
      const box = Option.getOrThrow(splitBox(bytes(vector.combined)))
      assert.strictEqual(toHex(box.iv), vector.iv)
      assert.strictEqual(toHex(box.sealed), vector.ciphertextAndAuthTag)
    }
  })
})

describe("bytes", () => {
  it("are restored from hex, and a box from its parts", () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 80 }), (given) => {
        const own = Uint8Array.from(given)
        assert.deepStrictEqual(fromHex(toHex(own)), Option.some(own))
        const box = splitBox(own)
        assert.strictEqual(Option.isSome(box), own.length >= 28)
        if (Option.isSome(box)) assert.deepStrictEqual(joinBox(box.value), own)
      })
    )
  })
  it.each(["a", "zz", "0x00", "aa "])("cannot be parsed from %j", (text) => {
    assert.isTrue(Option.isNone(fromHex(text)))
  })
})
