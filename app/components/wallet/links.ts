/** Where the button's links lead (spec §2). */
import type { ConnectButtonEvents } from "~/connector/button/define"

const WALLET_SITE = "https://wallet.radixdlt.com" // setupGuide
const WALLET_DOWNLOAD = "https://app.radixdlt.com/qr-code" // getWallet

/** Nothing where the link leads to no page. */
export const addressOf = (
  { data = "", type }: ConnectButtonEvents["link-click"],
  dashboardUrl: string
): string | undefined => {
  switch (type) {
    case "account":
    case "transaction":
    case "subintent":
      return `${dashboardUrl}/${type}/${encodeURIComponent(data)}`
    case "setupGuide":
      return WALLET_SITE
    case "getWallet":
      return WALLET_DOWNLOAD
    case "showQrCode":
      return undefined
  }
}
