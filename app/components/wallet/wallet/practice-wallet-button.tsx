import { HydratedButton } from "~/components/base/site/hydrated-button"
import { useMaybeRootData } from "~/components/base/site/root-data"
import { useWallet } from "./use-wallet"

/** Opens the practice wallet with its accounts, balances and faucet. Renders nothing outside local mode. */
export function PracticeWalletButton({ className = "link-button" }: { readonly className?: string }) {
  const { linkClick } = useWallet()
  if (useMaybeRootData()?.practiceWallet !== true) return null
  return (
    <HydratedButton className={className} data-practice="" onClick={() => void linkClick("showQrCode")}>
      Practice wallet
    </HydratedButton>
  )
}
