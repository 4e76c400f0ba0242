/** Builds the link that opens the wallet on a phone (docs/connector.md). Pure. */
import { DEEP_LINK_BASE } from "../Constants"
import type { WalletInteraction } from "../schema/WalletInteraction"

/** base64url without padding (RFC 4648 §5) of a text as UTF-8. Pure. */
export const base64url = (text: string): string => {
  let bytes = ""
  for (const byte of new TextEncoder().encode(text)) bytes += String.fromCharCode(byte)
  return btoa(bytes).replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "")
}

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
