/** Whether a request can be answered from shared data, without the wallet (docs/connector.md). Pure. */
import type { WalletItems } from "../schema/WalletInteraction"
import type { WalletState } from "../schema/WalletState"
import { sameJson } from "./sameJson"

export const canResolveFromCache = (items: WalletItems, { sharedData, walletData }: WalletState): boolean => {
  if (items.discriminator !== "authorizedRequest") return false
  const { auth, ongoingAccounts, ongoingPersonaData, proofOfOwnership, reset } = items

  if (reset?.accounts === true || reset?.personaData === true) return false
  if (items.oneTimeAccounts !== undefined || items.oneTimePersonaData !== undefined) return false
  if (auth.discriminator === "loginWithChallenge" || ongoingAccounts?.challenge !== undefined) return false
  if (proofOfOwnership !== undefined) return false
  // Nobody is logged in, or the request is for another persona.
  if (walletData.persona === undefined) return false
  if (auth.discriminator === "usePersona" && auth.identityAddress !== walletData.persona.identityAddress) return false

  if (ongoingAccounts === undefined && ongoingPersonaData === undefined) return false
  const accountsMatch =
    ongoingAccounts === undefined ||
    (sharedData.ongoingAccounts !== undefined &&
      sameJson(ongoingAccounts.numberOfAccounts, sharedData.ongoingAccounts.numberOfAccounts))
  const personaDataMatches =
    ongoingPersonaData === undefined ||
    (sharedData.ongoingPersonaData !== undefined && sameJson(ongoingPersonaData, sharedData.ongoingPersonaData))
  return accountsMatch && personaDataMatches
}
