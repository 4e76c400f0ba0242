import { Notice } from "~/components/base/parts/notice"
import { useWallet } from "./use-wallet"

/** Shows an error of signing in or out until it is dismissed. */
export function WalletNotice() {
  const { dismissNotice, isExtensionAvailable, isWalletLinked, notice } = useWallet()
  if (notice === null) return null
  // The cause was fixed.
  if (notice.code === "walletNotLinked" && isWalletLinked) return null
  if (notice.code === "missingExtension" && isExtensionAvailable) return null
  return (
    <Notice tone="bad" role="alert" onDismiss={dismissNotice}>
      <p>{notice.message}</p>
      {notice.requestId !== undefined && <p className="digest">Reference {notice.requestId}</p>}
    </Notice>
  )
}
