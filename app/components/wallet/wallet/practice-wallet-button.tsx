import { useMaybeRootData } from "~/components/base/site/root-data"
import { useWallet } from "./use-wallet"

/** Opens the practice wallet: its accounts, what they hold, and the faucet. Nothing where there is none (D-18). */
export function PracticeWalletButton({ className = "link-button" }: { readonly className?: string }) {
  const { linkClick } = useWallet()
  if (useMaybeRootData()?.practiceWallet !== true) return null
  return (
    <button className={className} type="button" onClick={() => void linkClick("showQrCode")}>
      Practice wallet
    </button>
  )
}
