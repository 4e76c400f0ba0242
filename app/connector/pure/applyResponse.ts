/** Converts the wallet's response to the data that a page uses (docs/connector.md). Pure. */

import { noWalletData } from "../schema/emptyState"
import type { PersonaDataEntry } from "../schema/Persona"
import type { SignedChallenge } from "../schema/Proof"
import type {
  AccountsResponse,
  AuthorizedResponse,
  PersonaDataResponse,
  UnauthorizedResponse
} from "../schema/WalletResponse"
import type { WalletData } from "../schema/WalletState"

type DataResponse = AuthorizedResponse | UnauthorizedResponse

/** Data of this one response. Order of proofs: persona, lasting accounts, one-time accounts, proof of ownership. */
export const toWalletData = (items: DataResponse): WalletData => {
  if (items.discriminator === "unauthorizedRequest") {
    return {
      accounts: items.oneTimeAccounts?.accounts ?? [],
      personaData: personaEntries(items.oneTimePersonaData),
      proofs: accountProofs(items.oneTimeAccounts)
    }
  }
  return {
    accounts: [...(items.oneTimeAccounts?.accounts ?? []), ...(items.ongoingAccounts?.accounts ?? [])],
    personaData: personaEntries(items.ongoingPersonaData ?? items.oneTimePersonaData),
    proofs: [
      ...personaProof(items.auth),
      ...accountProofs(items.ongoingAccounts),
      ...accountProofs(items.oneTimeAccounts),
      ...ownershipProofs(items.proofOfOwnership)
    ],
    persona: items.auth.persona
  }
}

/**
 * Stored data after a response. Lasting data replaces lasting data of its kind, data that was not requested stays, and
 * a one-time request only stores who answered it.
 */
export const mergeWalletData = (before: WalletData, items: AuthorizedResponse, isOneTime: boolean): WalletData => {
  const { persona } = items.auth
  const stored = before.persona?.identityAddress === persona.identityAddress ? before : noWalletData
  if (isOneTime) return { ...stored, persona }
  const given = toWalletData(items)
  return {
    accounts: items.ongoingAccounts === undefined ? stored.accounts : given.accounts,
    personaData: items.ongoingPersonaData === undefined ? stored.personaData : given.personaData,
    proofs: given.proofs,
    persona
  }
}

const personaEntries = (data: PersonaDataResponse | undefined): ReadonlyArray<PersonaDataEntry> => [
  ...(data?.name === undefined ? [] : [{ entry: "fullName", fields: data.name } as const]),
  ...(data?.emailAddresses === undefined ? [] : [{ entry: "emailAddresses", fields: data.emailAddresses } as const]),
  ...(data?.phoneNumbers === undefined ? [] : [{ entry: "phoneNumbers", fields: data.phoneNumbers } as const])
]

const accountProofs = (response: AccountsResponse | undefined): ReadonlyArray<SignedChallenge> => {
  const challenge = response?.challenge
  if (challenge === undefined) return []
  return (response?.proofs ?? []).map(({ accountAddress, proof }) => ({
    type: "account",
    challenge,
    address: accountAddress,
    proof
  }))
}

const personaProof = (auth: AuthorizedResponse["auth"]): ReadonlyArray<SignedChallenge> =>
  auth.discriminator === "loginWithChallenge"
    ? [{ type: "persona", challenge: auth.challenge, address: auth.persona.identityAddress, proof: auth.proof }]
    : []

const ownershipProofs = (given: AuthorizedResponse["proofOfOwnership"]): ReadonlyArray<SignedChallenge> =>
  (given?.proofs ?? []).map((held) =>
    "accountAddress" in held
      ? { type: "account", challenge: given?.challenge ?? "", address: held.accountAddress, proof: held.proof }
      : { type: "persona", challenge: given?.challenge ?? "", address: held.identityAddress, proof: held.proof }
  )
