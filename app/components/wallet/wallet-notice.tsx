import { Notice } from "../notice"
import { useWallet } from "./use-wallet"

/** What went wrong with signing in or out, until it is dismissed. */
export function WalletNotice() {
  const { dismissNotice, notice } = useWallet()
  if (notice === null) return null
  return (
    <Notice tone="bad" role="alert" onDismiss={dismissNotice}>
      <p>{notice.message}</p>
      {notice.requestId !== undefined && <p className="digest">Reference {notice.requestId}</p>}
    </Notice>
  )
}
