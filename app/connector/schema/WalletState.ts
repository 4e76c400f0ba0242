/** Data that the wallet shared, in its stored form (docs/connector.md). */
import { Schema } from "effect"
import { Account } from "./Account"
import { Quantity } from "./DataRequest"
import { maybe } from "./maybe"
import { Persona, PersonaDataEntry } from "./Persona"
import { SignedChallenge } from "./Proof"
import { PersonaDataRequestItem } from "./WalletInteraction"

export const WalletData = Schema.Struct({
  accounts: Schema.Array(Account),
  personaData: Schema.Array(PersonaDataEntry),
  proofs: Schema.Array(SignedChallenge),
  persona: maybe(Persona)
})
export type WalletData = typeof WalletData.Type

/** Lasting data that was requested and shared, from which a later request may be answered. */
export const SharedData = Schema.Struct({
  persona: maybe(Schema.Struct({ proof: Schema.Boolean })),
  ongoingAccounts: maybe(Schema.Struct({ proof: Schema.Boolean, numberOfAccounts: maybe(Quantity) })),
  ongoingPersonaData: maybe(PersonaDataRequestItem)
})
export type SharedData = typeof SharedData.Type

export const WalletState = Schema.Struct({
  walletData: WalletData,
  /** Unix milliseconds as a text; empty before the first login. */
  loggedInTimestamp: Schema.String,
  sharedData: SharedData
})
export type WalletState = typeof WalletState.Type
