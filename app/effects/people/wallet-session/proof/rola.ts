/** ROLA: the message that a wallet signs to prove an account or persona to this site (docs/connector.md). Pure. */
import { blake2b } from "@noble/hashes/blake2.js"
import { concatBytes, hexToBytes, utf8ToBytes } from "@noble/hashes/utils.js"

export interface RolaContext {
  readonly dAppDefinitionAddress: string
  /** Scheme, host and port, without a trailing slash: ours, never the one that a request names. */
  readonly origin: string
}

const MARKER = utf8ToBytes("R")

/** "R" ‖ challenge (32) ‖ length of the address (1) ‖ dApp definition address ‖ origin. `challenge` is 64 hex digits. */
export const rolaMessage = (challenge: string, { dAppDefinitionAddress, origin }: RolaContext): Uint8Array => {
  const address = utf8ToBytes(dAppDefinitionAddress)
  return concatBytes(MARKER, hexToBytes(challenge), Uint8Array.of(address.length), address, utf8ToBytes(origin))
}

/** The 32 bytes that are signed. */
export const rolaHash = (challenge: string, context: RolaContext): Uint8Array =>
  blake2b(rolaMessage(challenge, context), { dkLen: 32 })
