/**
 * Secrets of the practice wallet: one secret from which every key is derived, and made-up personal data.
 *
 * A port: `layerStorage` uses the browser's localStorage under a key of its own; if that is blocked, full or broken,
 * the wallet lives as long as the page. `layerMemory` starts with a given secret.
 */
import { ed25519 } from "@noble/curves/ed25519.js"
import { blake2b } from "@noble/hashes/blake2.js"
import { bytesToHex, hexToBytes, randomBytes, utf8ToBytes } from "@noble/hashes/utils.js"
import { Context, Effect, Layer, Option, Ref, Schema } from "effect"
import { type AccountAddress, deriveAddress, type HolderKind, type IdentityAddress } from "~/ledger/index"

export interface Holder<Address extends AccountAddress | IdentityAddress = AccountAddress | IdentityAddress> {
  readonly label: string
  readonly address: Address
  readonly secret: Uint8Array
}
export interface Keys {
  readonly accounts: ReadonlyArray<Holder<AccountAddress>>
  readonly persona: Holder<IdentityAddress>
}

const holder = <K extends HolderKind>(kind: K, label: string, seed: Uint8Array, networkId: number) => {
  const secret = blake2b(Uint8Array.of(...seed, ...utf8ToBytes(`${kind}/${label}`)), { dkLen: 32 })
  return { label, secret, address: deriveAddress(kind, "curve25519", ed25519.getPublicKey(secret), networkId) }
}

export const keysOf = (seed: Uint8Array, networkId: number): Keys => ({
  accounts: ["Practice Main", "Practice Savings"].map((label) => holder("account", label, seed, networkId)),
  persona: holder("identity", "Practice Person", seed, networkId)
})

/** Personal data that the user can share. Made up at first; can be edited in the panel. */
export const PersonData = Schema.Struct({
  givenNames: Schema.String,
  familyName: Schema.String,
  email: Schema.String,
  phone: Schema.String
})
export type PersonData = typeof PersonData.Type

const madeUp: PersonData = {
  givenNames: "Robin",
  familyName: "Sample",
  email: "robin.sample@example.org",
  phone: "+44 20 7946 0018" // from a range that Ofcom reserves for fiction
}

const StoredKeys = Schema.parseJson(
  Schema.Struct({ secret: Schema.String.pipe(Schema.pattern(/^[0-9a-f]{64}$/)), person: PersonData })
)
type StoredKeys = typeof StoredKeys.Type

const STORAGE_KEY = "commonhold:practice-wallet"
const SECRET_BYTES = 32

interface VaultShape {
  readonly keys: Keys
  readonly person: Effect.Effect<PersonData>
  readonly setPerson: (person: PersonData) => Effect.Effect<void>
}

const make = (
  first: StoredKeys,
  networkId: number,
  write: (stored: StoredKeys) => Effect.Effect<void>
): Effect.Effect<VaultShape> =>
  Effect.map(Ref.make(first), (stored) => ({
    keys: keysOf(hexToBytes(first.secret), networkId),
    person: Effect.map(Ref.get(stored), ({ person }) => person),
    setPerson: (person) =>
      Effect.flatMap(
        Ref.updateAndGet(stored, (now) => ({ ...now, person })),
        write
      )
  }))

export class Vault extends Context.Tag("practice/Vault")<Vault, VaultShape>() {
  static readonly layerStorage = (storage: () => Storage, networkId: number) =>
    Layer.effect(
      Vault,
      Effect.gen(function* () {
        /** The browser may refuse any use of the storage; the wallet then goes on without it. */
        const attempt = <A>(use: (storage: Storage) => A) => Effect.option(Effect.try(() => use(storage())))
        const write = (stored: StoredKeys) =>
          Effect.asVoid(attempt((open) => open.setItem(STORAGE_KEY, Schema.encodeSync(StoredKeys)(stored))))

        const text = yield* attempt((open) => open.getItem(STORAGE_KEY))
        const known = Option.flatMap(text, (found) => Schema.decodeUnknownOption(StoredKeys)(found))
        if (Option.isSome(known)) return yield* make(known.value, networkId, write)

        const secret = yield* Effect.sync(() => bytesToHex(randomBytes(SECRET_BYTES)))
        const fresh = { secret, person: madeUp }
        yield* write(fresh)
        return yield* make(fresh, networkId, write)
      })
    )

  static readonly layerMemory = (secret: string, networkId: number) =>
    Layer.effect(
      Vault,
      make({ secret, person: madeUp }, networkId, () => Effect.void)
    )
}
