/**
 * Whether this browser stores a connected wallet, without loading the connector. If storage is blocked, nothing is
 * stored.
 *
 * Lets pages turn away visitors without a wallet before loading 70 kB.
 */
export const isWalletStored = (
  { dAppDefinitionAddress, networkId }: { readonly dAppDefinitionAddress: string; readonly networkId: number },
  storage: () => Pick<Storage, "getItem">
): boolean => {
  try {
    return storage().getItem(`rdt:${dAppDefinitionAddress}:${networkId}:state`) !== null
  } catch {
    return false
  }
}

/** Also true for a wallet with an unanswered request, because such a page must listen for the response. */
export const isAnythingStored = (
  { dAppDefinitionAddress, networkId }: { readonly dAppDefinitionAddress: string; readonly networkId: number },
  storage: () => Storage
): boolean => {
  try {
    return Object.keys(storage()).some((key) => key.startsWith(`rdt:${dAppDefinitionAddress}:${networkId}:`))
  } catch {
    return false
  }
}
