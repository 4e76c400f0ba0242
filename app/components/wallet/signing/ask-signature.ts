import type { Proof } from "~/connector/index"
import type { SharedWalletData } from "~/connector/WalletHandle"

/**
 * Signs a statement's hash (docs/product/votes.md): requests a proof of ownership of one account with the hash as the
 * challenge. The wallet cannot show the text, so the page shows the hash.
 */
export const proofOf = (account: string) => ({ proofOfOwnership: { accounts: [account] } })

/** The proof of this account over this hash. */
export const proofIn = (proofs: SharedWalletData["proofs"], account: string, digest: string): Proof | undefined =>
  proofs.find(({ address, challenge }) => address === account && challenge === digest)?.proof

/** First and last eight characters, for people to compare. */
export const shortHash = (digest: string): string => `${digest.slice(0, 8)}…${digest.slice(-8)}`
