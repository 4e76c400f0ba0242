import type { Proof } from "~/connector/index"
import type { SharedWalletData } from "~/connector/WalletHandle"

/**
 * What a wallet is asked for a statement's digest (docs/product/votes.md, 3.5.4): a proof of ownership of one account,
 * whose challenge is the digest. The wallet shows no text, so the page shows the digest that stands for it.
 */
export const proofOf = (account: string) => ({ proofOfOwnership: { accounts: [account] } })

/** The proof of that account over that digest. */
export const proofIn = (proofs: SharedWalletData["proofs"], account: string, digest: string): Proof | undefined =>
  proofs.find(({ address, challenge }) => address === account && challenge === digest)?.proof

/** First and last eight characters: what people compare. */
export const shortDigest = (digest: string): string => `${digest.slice(0, 8)}…${digest.slice(-8)}`
