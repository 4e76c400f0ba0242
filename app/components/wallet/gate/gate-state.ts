/** Decides what the wallet gate shows (docs/product/access.md). Pure. */
import type { WalletSnapshot } from "~/connector/WalletHandle"

/**
 * waiting: not known yet. open: show the page. closed: nobody is connected, so go to sign-up. unproven: an account is
 * connected, but the server has no session and returned no data.
 */
export type GateState = "waiting" | "open" | "closed" | "unproven"

export const gateState = (
  wallet: Pick<WalletSnapshot, "isLoading" | "isInitialized" | "accounts">,
  hasSession: boolean,
  /** Whether a signed-in visitor signs in again, during which the connector has no accounts. */
  isReturning: boolean
): GateState => {
  // Until the connector has read its own state, the account of the server's session counts as connected.
  if (wallet.isLoading || !wallet.isInitialized) return hasSession ? "open" : "waiting"
  if (wallet.accounts.length === 0 && !isReturning) return "closed"
  return hasSession ? "open" : "unproven"
}
