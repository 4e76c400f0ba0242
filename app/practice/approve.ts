/** Response to an approved request: the shared data, and a real signature for each proof. Pure. */

import { ed25519 } from "@noble/curves/ed25519.js"
import { blake2b } from "@noble/hashes/blake2.js"
import { bytesToHex, hexToBytes, utf8ToBytes } from "@noble/hashes/utils.js"
import type { Proof, SuccessItems } from "~/connector/index"
import type { Ask, DataItems } from "./ask"
import type { Holder, Keys, PersonData } from "./keys"

// Signs a challenge the way wallets do (docs/connector.md).

/** dApp and origin of the request; both are part of the signed message. */
interface Audience {
  readonly dAppDefinitionAddress: string
  readonly origin: string
}

/** BLAKE2b-256 of "R" ‖ challenge (32 bytes) ‖ length of the address (1 byte) ‖ address ‖ origin. */
export const rolaHash = (challenge: string, { dAppDefinitionAddress, origin }: Audience): Uint8Array => {
  const address = utf8ToBytes(dAppDefinitionAddress)
  return blake2b(Uint8Array.of(0x52, ...hexToBytes(challenge), address.length, ...address, ...utf8ToBytes(origin)), {
    dkLen: 32
  })
}

export const signChallenge = (secret: Uint8Array, challenge: string, audience: Audience): Proof => ({
  publicKey: bytesToHex(ed25519.getPublicKey(secret)),
  signature: bytesToHex(ed25519.sign(rolaHash(challenge, audience), secret)),
  curve: "curve25519"
})

/** The user's decision. */
export type Choice =
  | { readonly isApproved: false }
  | { readonly isApproved: true; readonly accounts: ReadonlyArray<string>; readonly person: PersonData }
export type Approved = Extract<Choice, { readonly isApproved: true }>

type Authorized = Extract<DataItems, { readonly discriminator: "authorizedRequest" }>
type AuthItem = Authorized["auth"]
type OwnershipItem = NonNullable<Authorized["proofOfOwnership"]>
type AccountsItem = NonNullable<DataItems["oneTimeAccounts"]>
type DataItem = NonNullable<DataItems["oneTimePersonaData"]>

const report = (wanted: DataItem, { email, familyName, givenNames, phone }: PersonData) => ({
  ...(wanted.isRequestingName ? { name: { variant: "western" as const, givenNames, familyName, nickname: "" } } : {}),
  ...(wanted.numberOfRequestedEmailAddresses ? { emailAddresses: [email] } : {}),
  ...(wanted.numberOfRequestedPhoneNumbers ? { phoneNumbers: [phone] } : {})
})

const share = ({ challenge }: AccountsItem, chosen: ReadonlyArray<Holder>, keys: Keys, audience: Audience) => ({
  accounts: chosen.map(({ address, label }) => ({
    address,
    label,
    appearanceId: keys.accounts.findIndex((account) => account.address === address)
  })),
  ...(challenge === undefined
    ? {}
    : {
        challenge,
        proofs: chosen.map(({ address, secret }) => ({
          accountAddress: address,
          proof: signChallenge(secret, challenge, audience)
        }))
      })
})

export const approve = (ask: Ask, { accounts, person }: Approved, keys: Keys): SuccessItems => {
  const { items } = ask
  const { persona } = keys
  const chosen = keys.accounts.filter(({ address }) => accounts.includes(address))
  const label = { identityAddress: persona.address, label: persona.label }

  const oneTime = {
    ...(items.oneTimeAccounts ? { oneTimeAccounts: share(items.oneTimeAccounts, chosen, keys, ask) } : {}),
    ...(items.oneTimePersonaData ? { oneTimePersonaData: report(items.oneTimePersonaData, person) } : {})
  }
  const auth = (asked: AuthItem) => {
    if (asked.discriminator !== "loginWithChallenge") return { discriminator: asked.discriminator, persona: label }
    const { challenge, discriminator } = asked
    return { discriminator, persona: label, challenge, proof: signChallenge(persona.secret, challenge, ask) }
  }
  const owned = ({ accountAddresses = [], challenge, identityAddress }: OwnershipItem) => ({
    challenge,
    proofs: [
      ...keys.accounts
        .filter(({ address }) => accountAddresses.includes(address))
        .map(({ address, secret }) => ({ accountAddress: address, proof: signChallenge(secret, challenge, ask) })),
      ...(identityAddress === undefined
        ? []
        : [{ identityAddress, proof: signChallenge(persona.secret, challenge, ask) }])
    ]
  })

  if (items.discriminator === "unauthorizedRequest") return { discriminator: "unauthorizedRequest", ...oneTime }
  return {
    discriminator: "authorizedRequest",
    auth: auth(items.auth),
    ...oneTime,
    ...(items.ongoingAccounts ? { ongoingAccounts: share(items.ongoingAccounts, chosen, keys, ask) } : {}),
    ...(items.ongoingPersonaData ? { ongoingPersonaData: report(items.ongoingPersonaData, person) } : {}),
    ...(items.proofOfOwnership ? { proofOfOwnership: owned(items.proofOfOwnership) } : {})
  }
}
