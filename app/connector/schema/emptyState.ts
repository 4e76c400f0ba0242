/** What is known of a wallet that shared nothing yet. */
import type { WalletData, WalletState } from "./WalletState"

export const noWalletData: WalletData = { accounts: [], personaData: [], proofs: [] }
export const emptyState: WalletState = { walletData: noWalletData, loggedInTimestamp: "", sharedData: {} }
