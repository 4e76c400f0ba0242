import type { WalletSettings } from "~/components/wallet/wallet/sign-in"

/** What the script of a page that is only read knows of the site, as JSON in its own element (page-scripts.tsx). */
export interface ReadingSettings extends WalletSettings {
  readonly origin: string
  readonly practiceWallet: boolean
}
