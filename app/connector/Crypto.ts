/**
 * Crypto: keys, signatures and encryption for the relay, and randomness.
 *
 * A port. `layer` uses the browser's WebCrypto, and loads the pure implementation only for what that does not support
 * (an older browser, an insecure origin). All keys are raw bytes; one 32-byte secret serves as x25519 and as ed25519
 * private key (docs/connector.md).
 */
import { Context, Effect, Layer } from "effect"
import {
  CouldNotGetOrCreateIdentity,
  CouldNotSignMessage,
  FailedToDecryptWalletResponseData,
  FailedToDeriveSharedSecret
} from "./Errors"

export type Bytes = Uint8Array<ArrayBuffer>

export interface PublicKeys {
  readonly x25519: Bytes
  readonly ed25519: Bytes
}

/** Operations that each implementation provides. They reject or throw on failure. */
export interface Primitives {
  readonly publicKeys: (secret: Bytes) => Promise<PublicKeys>
  readonly sign: (secret: Bytes, message: Bytes) => Promise<Bytes>
  /** x25519, then HKDF-SHA256 with the salt and `KEY_INFO`: 32 bytes. */
  readonly sharedKey: (secret: Bytes, publicKey: Bytes, salt: Bytes) => Promise<Bytes>
  /** AES-256-GCM; ciphertext ‖ tag. */
  readonly seal: (key: Bytes, iv: Bytes, plain: Bytes) => Promise<Bytes>
  readonly open: (key: Bytes, iv: Bytes, sealed: Bytes) => Promise<Bytes>
}

export interface CryptoShape {
  readonly randomBytes: (length: number) => Effect.Effect<Bytes>
  /** UUID v4, lower case (RFC 9562). */
  readonly randomUuid: Effect.Effect<string>
  readonly publicKeys: (secret: Bytes) => Effect.Effect<PublicKeys, CouldNotGetOrCreateIdentity>
  /** ed25519. */
  readonly sign: (secret: Bytes, message: Bytes) => Effect.Effect<Bytes, CouldNotSignMessage>
  readonly sharedKey: (secret: Bytes, publicKey: Bytes, salt: Bytes) => Effect.Effect<Bytes, FailedToDeriveSharedSecret>
  readonly seal: (key: Bytes, iv: Bytes, plain: Bytes) => Effect.Effect<Bytes>
  readonly open: (key: Bytes, iv: Bytes, sealed: Bytes) => Effect.Effect<Bytes, FailedToDecryptWalletResponseData>
}

const randomBytes = (length: number) => Effect.sync(() => globalThis.crypto.getRandomValues(new Uint8Array(length)))

const randomUuid = Effect.map(randomBytes(16), (bytes) => {
  const hex = Array.from(bytes, (byte, index) => {
    const marked = index === 6 ? (byte & 0x0f) | 0x40 : index === 8 ? (byte & 0x3f) | 0x80 : byte
    return marked.toString(16).padStart(2, "0")
  }).join("")
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join("-")
})

const make = (use: <A>(operation: (primitives: Primitives) => Promise<A>) => Promise<A>): CryptoShape => ({
  randomBytes,
  randomUuid,
  publicKeys: (secret) =>
    Effect.tryPromise({
      try: () => use((_) => _.publicKeys(secret)),
      catch: (cause) => new CouldNotGetOrCreateIdentity({ cause })
    }),
  sign: (secret, message) =>
    Effect.tryPromise({
      try: () => use((_) => _.sign(secret, message)),
      catch: (cause) => new CouldNotSignMessage({ cause })
    }),
  sharedKey: (secret, publicKey, salt) =>
    Effect.tryPromise({
      try: () => use((_) => _.sharedKey(secret, publicKey, salt)),
      catch: (cause) => new FailedToDeriveSharedSecret({ cause })
    }),
  seal: (key, iv, plain) => Effect.promise(() => use((_) => _.seal(key, iv, plain))),
  open: (key, iv, sealed) =>
    Effect.tryPromise({
      try: () => use((_) => _.open(key, iv, sealed)),
      catch: (cause) => new FailedToDecryptWalletResponseData({ cause })
    })
})

const pure = () => import("./crypto/noble").then(({ noble }) => noble)

export class Crypto extends Context.Tag("connector/Crypto")<Crypto, CryptoShape>() {
  static readonly layer = Layer.sync(Crypto, () =>
    make(async (operation) => {
      try {
        const { webCrypto } = await import("./crypto/web")
        return await operation(webCrypto)
      } catch (cause) {
        // WebCrypto supports the operation but the data is wrong; any other error may mean that it does not support it.
        if (cause instanceof DOMException && cause.name === "OperationError") throw cause
        return operation(await pure())
      }
    })
  )
  /** For platforms without WebCrypto. */
  static readonly layerNoble = Layer.sync(Crypto, () => make(async (operation) => operation(await pure())))
}
