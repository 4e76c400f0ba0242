/** Our codec compared with the official toolkit's, in the same run: operations a second, and their ratio. */
import { RadixEngineToolkit } from "@radixdlt/radix-engine-toolkit"
import { Either, Option } from "effect"
import { AccountAddress, ResourceAddress } from "~/effects/base/addresses/addresses"
import {
  buildIntentV2,
  buildSubintent,
  compileManifest,
  decodeTransaction,
  deriveAddress,
  encodeTransaction,
  type Manifest,
  type ManifestKind,
  notarizeV2,
  ONE,
  renderManifest,
  type Signer,
  signerOf,
  signPartial,
  signV2,
  subintentHash,
  Templates,
  wellKnown,
  writeAddress,
  writeHash
} from "~/ledger/index"
import { atLeast, type Goal, median } from "./goal"

const NETWORK = 2
const ROUNDS = 15
const ROUND_MS = 200

const [founder, ada, ben, settler] = [1, 2, 3, 4].map((seed) =>
  signerOf("curve25519", new Uint8Array(32).fill(seed))
) as [Signer, Signer, Signer, Signer] // four numbers, four signers
const accountOf = ({ publicKey }: Signer) => deriveAddress("account", publicKey.curve, publicKey.bytes, NETWORK)
const entity = (byte: number) =>
  Option.getOrThrow(writeAddress(Uint8Array.of(byte, ...new Uint8Array(29).fill(7)), NETWORK))
const [badge, series] = [ResourceAddress.make(entity(0x9a)), ResourceAddress.make(entity(0x5d))]
const treasury = AccountAddress.make(entity(0xc1))
const XRD = wellKnown("xrd", NETWORK)

const community = Templates.deployCommunity({
  networkId: NETWORK,
  founder: accountOf(founder),
  name: "Harbour Commons",
  description: "We share a harbour.",
  iconUrl: "https://commons.example/icon.png",
  siteOrigin: "https://commons.example",
  communityId: "c-1",
  token: { symbol: "HARB", supply: 1_000_000n * ONE, divisibility: 18, isMintable: false },
  isRecoverable: false
})
const text = renderManifest(community)

const compiled = (manifest: Manifest | string, kind: ManifestKind) =>
  Either.getOrThrow(compileManifest(manifest, { kind, networkId: NETWORK }))

const header = (discriminator: number) => ({
  networkId: NETWORK,
  startEpoch: 0n,
  endEpoch: 100n,
  minTimestamp: Option.none<bigint>(),
  maxTimestamp: Option.none<bigint>(),
  discriminator: BigInt(discriminator)
})

const partOf = (manifest: Manifest, signer: Signer, serial: number) => {
  const subintent = buildSubintent(header(serial), compiled(manifest, "subintent"))
  const partial = Either.getOrThrow(signPartial(subintent, [signer], []))
  return { partial, bytes: encodeTransaction({ kind: "signedPartial", body: partial }) }
}
const order = (who: Signer, units: bigint) =>
  partOf(
    Templates.order({
      account: accountOf(who),
      gives: { resource: XRD, amount: units * 9n * ONE },
      gets: { resource: series, amount: units * ONE }
    }),
    who,
    Number(units)
  )

/**
 * The relayer's work for a batch of two: decodes what the wallets signed, builds, signs and encodes the transaction.
 */
const parts = [
  partOf(
    Templates.batchOffer({
      admin: { account: accountOf(founder), badge, id: "#1#" },
      treasury,
      gives: { resource: series, amount: 45n * ONE },
      gets: { resource: XRD, amount: 405n * ONE }
    }),
    founder,
    1
  ),
  order(ada, 30n),
  order(ben, 15n)
].map(({ bytes }) => bytes)

let serial = 0
const settle = () => {
  const partials = parts.map((bytes) => {
    const transaction = Either.getOrThrow(decodeTransaction(bytes))
    if (transaction.kind !== "signedPartial") throw new Error(transaction.kind)
    return transaction.body
  })
  const [treasuryPart = "", ...orders] = partials.map(({ partial }) =>
    writeHash("subtxid", subintentHash(partial.root), NETWORK)
  )
  const root = Templates.settleBatch({
    networkId: NETWORK,
    treasury: treasuryPart,
    orders: orders.map((subintent, index) => ({ subintent, amount: (index === 0 ? 30n : 15n) * ONE })),
    units: series,
    payments: XRD,
    fee: 5n * ONE
  })
  const intent = Either.getOrThrow(
    buildIntentV2({
      header: { notaryPublicKey: settler.publicKey, notaryIsSignatory: false, tipBasisPoints: 0 },
      intentHeader: header(serial++),
      compiled: compiled(root, "v2"),
      children: partials
    })
  )
  return encodeTransaction({ kind: "notarizedV2", body: notarizeV2(signV2(intent, partials, []), settler) })
}

/** Times a second. */
const rate = async (work: () => unknown): Promise<number> => {
  const began = performance.now()
  let count = 0
  while (performance.now() - began < ROUND_MS) {
    for (let n = 0; n < 10; n++) await work()
    count += 10
  }
  return (count * 1000) / (performance.now() - began)
}

const toolkit = () => RadixEngineToolkit.Instructions.compile({ kind: "String", value: text }, NETWORK)

/** Alternates, so that a busy machine slows both. */
const besideToolkit = async (work: () => unknown, what: string) => {
  await rate(work)
  await rate(toolkit)
  const rounds: Array<{ readonly ours: number; readonly theirs: number }> = []
  for (let round = 0; round < ROUNDS; round++) rounds.push({ ours: await rate(work), theirs: await rate(toolkit) })
  const ratio = median(rounds.map(({ ours, theirs }) => ours / theirs))
  const [ours, theirs] = [median(rounds.map((round) => round.ours)), median(rounds.map((round) => round.theirs))]
  return atLeast(
    Number(ratio.toFixed(2)),
    1,
    `times as often: ${what} ${Math.round(ours)}/s; the official toolkit compiles template 01 ${Math.round(theirs)}/s`
  )
}

export const compileSpeed: Goal = () => besideToolkit(() => compiled(text, "v1"), "we compile template 01")

export const settleSpeed: Goal = () => besideToolkit(settle, "we build and sign a settlement of two orders")
