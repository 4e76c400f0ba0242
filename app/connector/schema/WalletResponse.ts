/** The wallet's responses (docs/connector.md). Unknown keys and unknown failure codes are accepted. */
import { Schema } from "effect"
import { Account } from "./Account"
import { maybe } from "./maybe"
import { Persona, PersonaName } from "./Persona"
import { AccountProof, PersonaProof, Proof } from "./Proof"
import { Finite, NonEmpty, ruled } from "./ruled"

const text = Schema.String

export const AccountsResponse = Schema.Struct({
  accounts: Schema.Array(Account),
  challenge: maybe(text),
  proofs: maybe(Schema.Array(AccountProof))
}).pipe(ruled("provenAccounts"))
export type AccountsResponse = typeof AccountsResponse.Type

/** A persona alone, with or without a proof (docs/connector.md). */
export const PersonaResponse = Schema.Struct({ persona: Persona, challenge: maybe(text), proof: maybe(Proof) }).pipe(
  ruled("provenPersona")
)

export const PersonaDataResponse = Schema.Struct({
  name: maybe(PersonaName),
  emailAddresses: maybe(Schema.Array(text)),
  phoneNumbers: maybe(Schema.Array(text))
})
export type PersonaDataResponse = typeof PersonaDataResponse.Type

export const AuthResponse = Schema.Union(
  Schema.Struct({ discriminator: Schema.Literal("usePersona"), persona: Persona }),
  Schema.Struct({ discriminator: Schema.Literal("loginWithoutChallenge"), persona: Persona }),
  Schema.Struct({
    discriminator: Schema.Literal("loginWithChallenge"),
    persona: Persona,
    challenge: text,
    proof: Proof
  })
)

const oneTime = { oneTimeAccounts: maybe(AccountsResponse), oneTimePersonaData: maybe(PersonaDataResponse) }

export const UnauthorizedResponse = Schema.Struct({
  discriminator: Schema.Literal("unauthorizedRequest"),
  ...oneTime
})
export type UnauthorizedResponse = typeof UnauthorizedResponse.Type

export const AuthorizedResponse = Schema.Struct({
  discriminator: Schema.Literal("authorizedRequest"),
  auth: AuthResponse,
  proofOfOwnership: maybe(
    Schema.Struct({ challenge: text, proofs: Schema.Array(Schema.Union(AccountProof, PersonaProof)) })
  ),
  ongoingAccounts: maybe(AccountsResponse),
  ongoingPersonaData: maybe(PersonaDataResponse),
  ...oneTime
})
export type AuthorizedResponse = typeof AuthorizedResponse.Type

export const TransactionResponse = Schema.Struct({
  discriminator: Schema.Literal("transaction"),
  send: Schema.Struct({ transactionIntentHash: NonEmpty })
})

/** The signed pre-authorization. `expirationTimestamp` is unix seconds. */
export const SignedSubintent = Schema.Struct({
  expirationTimestamp: Finite,
  subintentHash: NonEmpty,
  signedPartialTransaction: text
})
export type SignedSubintent = typeof SignedSubintent.Type

/** Without `response` it is well-formed but empty; the resolver refuses it then. */
export const PreAuthorizationResponse = Schema.Struct({
  discriminator: Schema.Literal("preAuthorizationResponse"),
  response: maybe(SignedSubintent)
})

export const SuccessItems = Schema.Union(
  UnauthorizedResponse,
  AuthorizedResponse,
  TransactionResponse,
  PreAuthorizationResponse
)
export type SuccessItems = typeof SuccessItems.Type

export const SuccessResponse = Schema.Struct({
  discriminator: Schema.Literal("success"),
  interactionId: text,
  items: SuccessItems
})
export const FailureResponse = Schema.Struct({
  discriminator: Schema.Literal("failure"),
  interactionId: text,
  error: text,
  message: maybe(text)
})
export const WalletResponse = Schema.Union(SuccessResponse, FailureResponse)
export type WalletResponse = typeof WalletResponse.Type
