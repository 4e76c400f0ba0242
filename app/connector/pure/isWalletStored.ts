/**
 * Whether this browser keeps anything of a connected wallet: the question the connector answers with its first reading,
 * without the connector. Where storage is closed nothing outlives a page, so nothing is kept.
 *
 * For pages that turn those away who have no wallet and need not fetch 70 kB for it.
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

/** Also of one that was asked and has not answered yet: such a page listens for it. */
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
