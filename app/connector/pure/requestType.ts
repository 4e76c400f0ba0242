import type { Persona } from "../schema/Persona"
import type { RequestItemType } from "../schema/RequestItem"
import type { WalletItems } from "../schema/WalletInteraction"

/** Type of a request in the list (docs/connector.md): the first lasting request is the login. */
export const requestType = (items: WalletItems, persona: Persona | undefined): RequestItemType => {
  if (items.discriminator === "transaction") return "sendTransaction"
  if (items.discriminator === "preAuthorizationRequest") return "preAuthorizationRequest"
  if (items.discriminator !== "authorizedRequest") return "dataRequest"
  if (persona === undefined) return "loginRequest"
  return items.proofOfOwnership === undefined ? "dataRequest" : "proofRequest"
}
