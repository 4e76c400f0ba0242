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
