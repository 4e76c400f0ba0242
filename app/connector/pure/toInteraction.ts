/** Converts a dApp's request to a wallet interaction (docs/connector.md). Pure. */
import { METADATA_VERSION, SUBINTENT_MANIFEST_VERSION, SUBINTENT_VERSION, TRANSACTION_VERSION } from "../Constants"
import type { PreAuthorizationRequest, TransactionRequest } from "../Requests"
import type { DataRequest, Quantity } from "../schema/DataRequest"
import type {
  AccountsRequestItem,
  AuthRequestItem,
  Metadata,
  PersonaDataRequestItem,
  WalletItems
} from "../schema/WalletInteraction"

export interface RequestContext {
  /** A login through the connect button: never one-time, and without a reset. */
  readonly isConnect: boolean
  readonly oneTime: boolean
  /** 64 hex characters; required if `needsChallenge` returns true. */
  readonly challenge?: string
  readonly persona?: { readonly identityAddress?: string } | undefined
}

const DEFAULT_ACCOUNTS: Quantity = { quantifier: "atLeast", quantity: 1 } // docs/connector.md

/** Only these three need a challenge (docs/connector.md). */
export const needsChallenge = (request: DataRequest): boolean =>
  request.accounts?.withProof === true || request.persona?.withProof === true || request.proofOfOwnership !== undefined

/** "exactly 0" is omitted, because the wallet refuses it. */
const asked = (quantity: Quantity | undefined) =>
  quantity !== undefined && !(quantity.quantifier === "exactly" && quantity.quantity === 0) ? quantity : undefined

const accountsItem = (request: NonNullable<DataRequest["accounts"]>, challenge?: string): AccountsRequestItem => ({
  ...(request.withProof === true && challenge !== undefined ? { challenge } : {}),
  numberOfAccounts: request.numberOfAccounts ?? DEFAULT_ACCOUNTS
})

const personaDataItem = (request: NonNullable<DataRequest["personaData"]>): PersonaDataRequestItem => {
  const emails = asked(request.emailAddresses)
  const phones = asked(request.phoneNumbers)
  return {
    ...(request.fullName === undefined ? {} : { isRequestingName: request.fullName }),
    ...(phones === undefined ? {} : { numberOfRequestedPhoneNumbers: phones }),
    ...(emails === undefined ? {} : { numberOfRequestedEmailAddresses: emails })
  }
}

const isEmpty = (request: DataRequest) => Object.values(request).every((part) => part === undefined)

export const toWalletItems = (request: DataRequest, context: RequestContext): WalletItems => {
  const { accounts, personaData, proofOfOwnership } = request
  const { challenge, isConnect } = context
  const oneTime = context.oneTime && !isConnect
  const reset = {
    accounts: !isConnect && accounts?.reset === true,
    personaData: !isConnect && personaData?.reset === true
  }
  // A one-time request without a proof of ownership never identifies the logged-in persona.
  const asPersona = !oneTime || proofOfOwnership !== undefined
  const provesPersona = asPersona && request.persona?.withProof === true && challenge !== undefined
  // An empty request is a login, in which the person may choose another persona.
  const asksWho = asPersona && (isConnect || isEmpty(request))
  const known = asPersona && !isEmpty(request) ? context.persona?.identityAddress : undefined
  const isLogin = provesPersona || known !== undefined || asksWho

  const isAuthorized =
    isLogin ||
    reset.accounts ||
    reset.personaData ||
    proofOfOwnership !== undefined ||
    (!oneTime && (accounts !== undefined || personaData !== undefined))

  const lasting = {
    ...(accounts === undefined ? {} : { ongoingAccounts: accountsItem(accounts, challenge) }),
    ...(personaData === undefined ? {} : { ongoingPersonaData: personaDataItem(personaData) })
  }
  const once = {
    ...(accounts === undefined ? {} : { oneTimeAccounts: accountsItem(accounts, challenge) }),
    ...(personaData === undefined ? {} : { oneTimePersonaData: personaDataItem(personaData) })
  }
  if (!isAuthorized) return { discriminator: "unauthorizedRequest", ...once }

  return {
    discriminator: "authorizedRequest",
    auth: authItem(provesPersona ? challenge : undefined, known),
    reset,
    ...(oneTime ? once : lasting),
    ...(proofOfOwnership === undefined || challenge === undefined
      ? {}
      : { proofOfOwnership: { challenge, ...proofOfOwnership } })
  }
}

const authItem = (challenge: string | undefined, identityAddress: string | undefined): AuthRequestItem => {
  if (challenge !== undefined) return { discriminator: "loginWithChallenge", challenge }
  if (identityAddress !== undefined) return { discriminator: "usePersona", identityAddress }
  return { discriminator: "loginWithoutChallenge" }
}

export const toTransactionItems = (request: TransactionRequest): WalletItems => ({
  discriminator: "transaction",
  send: {
    transactionManifest: request.transactionManifest,
    version: request.version ?? TRANSACTION_VERSION,
    ...(request.blobs === undefined ? {} : { blobs: request.blobs }),
    ...(request.message === undefined ? {} : { message: request.message })
  }
})

export const toPreAuthorizationItems = (request: PreAuthorizationRequest, networkId: number): WalletItems => ({
  discriminator: "preAuthorizationRequest",
  request: {
    discriminator: "subintent",
    version: SUBINTENT_VERSION,
    manifestVersion: SUBINTENT_MANIFEST_VERSION,
    subintentManifest: request.subintentManifest,
    expiration: request.expiration,
    ...(request.blobs === undefined ? {} : { blobs: request.blobs }),
    ...(request.message === undefined ? {} : { message: request.message }),
    ...(request.header === undefined ? {} : { header: { ...request.header, networkId } })
  }
})

export const toMetadata = (dApp: Omit<Metadata, "version">): Metadata => ({
  version: METADATA_VERSION,
  networkId: dApp.networkId,
  dAppDefinitionAddress: dApp.dAppDefinitionAddress,
  origin: dApp.origin
})
