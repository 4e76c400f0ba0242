/** The wallet gate's one rule (docs/product/access.md, D-03, D-04). Pure. */
import type { WalletSnapshot } from "~/connector/WalletHandle"

/**
 * waiting: nobody knows yet. open: show the page. closed: nobody is connected, off to sign-up. unproven: a person is
 * connected, and the server has no session and told nothing.
 */
export type GateState = "waiting" | "open" | "closed" | "unproven"

export const gateState = (
  wallet: Pick<WalletSnapshot, "isLoading" | "isInitialized" | "accounts">,
  hasSession: boolean,
  /** A visitor who was inside signs in again: the connector has forgotten the accounts for as long as that takes. */
  isReturning: boolean
): GateState => {
  // Until the connector has read its own state, the account of the server's session counts as connected.
  if (wallet.isLoading || !wallet.isInitialized) return hasSession ? "open" : "waiting"
  if (wallet.accounts.length === 0 && !isReturning) return "closed"
  return hasSession ? "open" : "unproven"
}
