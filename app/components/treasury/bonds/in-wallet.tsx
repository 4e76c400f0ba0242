import { PracticeWalletButton } from "~/components/wallet/wallet/practice-wallet-button"

/** While the wallet has an order to sign. */
export function InWallet() {
  return (
    <p>
      Your wallet has the request. <PracticeWalletButton />
    </p>
  )
}
