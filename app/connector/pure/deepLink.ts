/** Builds the link that opens the wallet on a phone (docs/connector.md). Pure. */
import { DEEP_LINK_BASE } from "../Constants"
import type { WalletInteraction } from "../schema/WalletInteraction"
import { base64url } from "./base64url"

export interface DeepLinkParts {
  readonly sessionId: string
  readonly interaction: WalletInteraction
  /** ed25519, 64 bytes, hex. */
  readonly signature: string
  /** x25519, 32 bytes, hex. */
  readonly publicKey: string
  /** ed25519, 32 bytes, hex. */
  readonly identity: string
}

export const deepLink = ({ identity, interaction, publicKey, sessionId, signature }: DeepLinkParts): string => {
  const { dAppDefinitionAddress, origin } = interaction.metadata
  const query = new URLSearchParams({
    sessionId,
    request: base64url(JSON.stringify(interaction)),
    signature,
    publicKey,
    identity,
    origin,
    dAppDefinitionAddress
  })
  return `${new URL(DEEP_LINK_BASE).href}?${query}`
}
