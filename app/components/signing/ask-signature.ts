/**
 * Asks the wallet to sign a statement's digest (product 3.5.4): a proof of ownership of one account, whose challenge is
 * the digest. The wallet shows no text, so the page shows the digest that stands for it.
 */
import type { Proof } from "~/connector/index"
import type { WalletContextValue } from "../wallet/use-wallet"

export type Signed = { readonly ok: true; readonly proof: Proof } | { readonly ok: false; readonly message: string }

export const askSignature = async (
  sendOneTimeRequest: WalletContextValue["sendOneTimeRequest"],
  account: string,
  digest: string
): Promise<Signed> => {
  const answer = await sendOneTimeRequest({ proofOfOwnership: { accounts: [account] } }, { challenge: digest })
  if (!answer.ok) return { ok: false, message: answer.error.message }
  const own = answer.value.proofs.find(({ address, challenge }) => address === account && challenge === digest)
  return own === undefined
    ? { ok: false, message: "The wallet's signature does not fit this request. Try again." }
    : { ok: true, proof: own.proof }
}

/** First and last eight characters: what people compare. */
export const shortDigest = (digest: string): string => `${digest.slice(0, 8)}…${digest.slice(-8)}`
