import { PracticeWalletButton } from "~/components/wallet/wallet/practice-wallet-button"

/** Shown while the wallet has an order to sign. */
export function InWallet() {
  return (
    <p>
      Check your wallet to approve it. <PracticeWalletButton />
    </p>
  )
}
