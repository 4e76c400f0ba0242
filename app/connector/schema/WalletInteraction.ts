/** A request in the wallet's format: version 2 of the wallet interaction (docs/connector.md). */
import { Schema } from "effect"
import { Quantity } from "./DataRequest"
import { maybe } from "./maybe"
import { Finite, Whole } from "./ruled"

const text = Schema.String

export const Metadata = Schema.Struct({
  version: Schema.Literal(2),
  networkId: Finite,
  dAppDefinitionAddress: text,
  origin: text
})
export type Metadata = typeof Metadata.Type

export const AccountsRequestItem = Schema.Struct({ numberOfAccounts: Quantity, challenge: maybe(text) })
export type AccountsRequestItem = typeof AccountsRequestItem.Type

export const PersonaDataRequestItem = Schema.Struct({
  isRequestingName: maybe(Schema.Boolean),
  numberOfRequestedEmailAddresses: maybe(Quantity),
  numberOfRequestedPhoneNumbers: maybe(Quantity)
})
export type PersonaDataRequestItem = typeof PersonaDataRequestItem.Type

export const ProofOfOwnershipRequestItem = Schema.Struct({
  challenge: text,
  accountAddresses: maybe(Schema.Array(text)),
  identityAddress: maybe(text)
})

export const AuthRequestItem = Schema.Union(
  Schema.Struct({ discriminator: Schema.Literal("usePersona"), identityAddress: text }),
  Schema.Struct({ discriminator: Schema.Literal("loginWithoutChallenge") }),
  Schema.Struct({ discriminator: Schema.Literal("loginWithChallenge"), challenge: text })
)
export type AuthRequestItem = typeof AuthRequestItem.Type

export const UnauthorizedRequest = Schema.Struct({
  discriminator: Schema.Literal("unauthorizedRequest"),
  oneTimeAccounts: maybe(AccountsRequestItem),
  oneTimePersonaData: maybe(PersonaDataRequestItem)
})

export const AuthorizedRequest = Schema.Struct({
  discriminator: Schema.Literal("authorizedRequest"),
  auth: AuthRequestItem,
  reset: maybe(Schema.Struct({ accounts: Schema.Boolean, personaData: Schema.Boolean })),
  proofOfOwnership: maybe(ProofOfOwnershipRequestItem),
  oneTimeAccounts: maybe(AccountsRequestItem),
  ongoingAccounts: maybe(AccountsRequestItem),
  oneTimePersonaData: maybe(PersonaDataRequestItem),
  ongoingPersonaData: maybe(PersonaDataRequestItem)
})
export type AuthorizedRequest = typeof AuthorizedRequest.Type

export const TransactionRequestItems = Schema.Struct({
  discriminator: Schema.Literal("transaction"),
  send: Schema.Struct({
    transactionManifest: text,
    version: Finite,
    blobs: maybe(Schema.Array(text)),
    message: maybe(text)
  })
})

export const Expiration = Schema.Union(
  Schema.Struct({ discriminator: Schema.Literal("expireAtTime"), unixTimestampSeconds: Finite }),
  Schema.Struct({ discriminator: Schema.Literal("expireAfterDelay"), expireAfterSeconds: Finite })
)

/** Bounds that a subintent may set itself (toolkit 2.3.0); the wallet requires our network in it. */
export const SubintentHeader = Schema.Struct({
  networkId: Whole,
  startEpochInclusive: Whole,
  endEpochExclusive: Whole,
  minProposerTimestampInclusive: maybe(Whole),
  maxProposerTimestampExclusive: maybe(Whole),
  intentDiscriminator: Whole
})

export const SubintentRequest = Schema.Struct({
  discriminator: Schema.Literal("subintent"),
  version: Finite,
  manifestVersion: Finite,
  subintentManifest: text,
  blobs: maybe(Schema.Array(text)),
  message: maybe(text),
  expiration: Expiration,
  header: maybe(SubintentHeader)
})

export const PreAuthorizationRequestItems = Schema.Struct({
  discriminator: Schema.Literal("preAuthorizationRequest"),
  request: maybe(SubintentRequest)
})

export const WalletItems = Schema.Union(
  UnauthorizedRequest,
  AuthorizedRequest,
  TransactionRequestItems,
  PreAuthorizationRequestItems,
  Schema.Struct({ discriminator: Schema.Literal("cancelRequest") })
)
export type WalletItems = typeof WalletItems.Type

export const WalletInteraction = Schema.Struct({ interactionId: text, metadata: Metadata, items: WalletItems })
export type WalletInteraction = typeof WalletInteraction.Type
