import type { Persona } from "../schema/Persona"
import type { RequestItemType } from "../schema/RequestItem"
import type { WalletItems } from "../schema/WalletInteraction"

/** What a request is called in the list (docs/connector.md, 2.10): the first lasting one is the login. */
export const requestType = (items: WalletItems, persona: Persona | undefined): RequestItemType => {
  if (items.discriminator === "transaction") return "sendTransaction"
  if (items.discriminator === "preAuthorizationRequest") return "preAuthorizationRequest"
  if (items.discriminator !== "authorizedRequest") return "dataRequest"
  if (persona === undefined) return "loginRequest"
  return items.proofOfOwnership === undefined ? "dataRequest" : "proofRequest"
}
