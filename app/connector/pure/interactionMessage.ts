/**
 * Bytes whose hash a deep link signs (docs/connector.md). Pure.
 *
 * "C" (1) ‖ interactionId ‖ length of the address (1) ‖ dApp definition address ‖ origin, texts as UTF-8.
 */
export const interactionMessage = (
  interactionId: string,
  dAppDefinitionAddress: string,
  origin: string
): Uint8Array<ArrayBuffer> => {
  const utf8 = new TextEncoder()
  const address = utf8.encode(dAppDefinitionAddress)
  return Uint8Array.from([
    ...utf8.encode("C"),
    ...utf8.encode(interactionId),
    address.length,
    ...address,
    ...utf8.encode(origin)
  ])
}
