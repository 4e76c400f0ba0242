/** Transactions of one person, for tests of layers in front of the ledger. */
import {
  encodeTransaction,
  type Manifest,
  ONE,
  renderManifest,
  type Signer,
  Templates,
  wellKnown
} from "~/ledger/index"
import { accountOf, signedV1, signer, type Window } from "../../../ledger/signing"

export const ada = signer(12)
export const ADA = accountOf(ada)
export const FAUCET = wellKnown("faucet", 2)
export const XRD = wellKnown("xrd", 2)

/** Ten thousand test XRD for an account; the faucet pays the fee. */
export const freeManifest = (account = ADA) => `CALL_METHOD Address("${FAUCET}") "lock_fee" Decimal("5");
CALL_METHOD Address("${FAUCET}") "free";
CALL_METHOD Address("${account}") "try_deposit_batch_or_abort" Expression("ENTIRE_WORKTOP") None;`

export const payloadOf = (manifest: string, window: Window = {}) =>
  encodeTransaction({ kind: "notarizedV1", body: signedV1(manifest, [ada], window) })

/** A different payload at every call. */
export const faucetPayload = () => payloadOf(freeManifest())

const LOCK = `CALL_METHOD Address("${FAUCET}") "lock_fee" Decimal("10");\n`

/** A manifest of ours, signed by Ada (and others); the faucet pays. */
export const payloadFor = (manifest: Manifest, ...others: ReadonlyArray<Signer>) =>
  encodeTransaction({ kind: "notarizedV1", body: signedV1(LOCK + renderManifest(manifest), [ada, ...others]) })

/** Ada creates a community of a thousand tokens. */
export const harbour = Templates.deployCommunity({
  networkId: 2,
  founder: ADA,
  name: "Harbour Commons",
  description: "We share a harbour.",
  iconUrl: "https://commons.example/icon.png",
  siteOrigin: "https://commons.example",
  communityId: "c-1",
  token: { symbol: "HARB", supply: 1000n * ONE, divisibility: 2, isMintable: false },
  isRecoverable: true
})

/** Makes two badges, which anybody may burn, for Ada. */
export const badges = `CALL_METHOD Address("${FAUCET}") "lock_fee" Decimal("5");
CREATE_NON_FUNGIBLE_RESOURCE_WITH_INITIAL_SUPPLY
  Enum<OwnerRole::None>() Enum<NonFungibleIdType::Integer>() true
  Enum<NonFungibleDataSchema::Local>(Enum<0u8>(Tuple(
    Array<Enum>(Enum<14u8>(Array<Enum>(Enum<0u8>(12u8)))),
    Array<Tuple>(Tuple(Enum<1u8>("Badge"), Enum<1u8>(Enum<0u8>(Array<String>("name"))))),
    Array<Enum>(Enum<0u8>())
  )), Enum<1u8>(0u64), Array<String>())
  Map<NonFungibleLocalId, Tuple>(
    NonFungibleLocalId("#1#") => Tuple(Tuple("Ada")),
    NonFungibleLocalId("#2#") => Tuple(Tuple("Bob")))
  Tuple(None, Some(Tuple(Some(Enum<0u8>()), None)), None, None, None, None, None)
  Tuple(Map<String, Tuple>("name" => Tuple(Some(Enum<Metadata::String>("Badges")), true)), Map<String, Enum>())
  None;
CALL_METHOD Address("${ADA}") "try_deposit_batch_or_abort" Expression("ENTIRE_WORKTOP") None;`
