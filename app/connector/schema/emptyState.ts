/** Stored state of a wallet that has shared nothing yet. */
import type { WalletData, WalletState } from "./WalletState"

export const noWalletData: WalletData = { accounts: [], personaData: [], proofs: [] }
export const emptyState: WalletState = { walletData: noWalletData, loggedInTimestamp: "", sharedData: {} }
