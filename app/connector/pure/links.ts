/** Targets of the button's links (docs/connector.md). Pure. */

import type { LinkType } from "../button/events"
import type { ExplorerLinks } from "../ConnectorConfig"
import { WALLET_DOWNLOAD, WALLET_WEBSITE } from "../Constants"

/** Undefined for the link that does not lead to a page. */
export const linkTarget = (explorer: ExplorerLinks, type: LinkType, data = ""): string | undefined => {
  const id = encodeURIComponent(data)
  switch (type) {
    case "account":
      return explorer.baseUrl + explorer.accountsPath + id
    case "transaction":
      return explorer.baseUrl + explorer.transactionPath + id
    case "subintent":
      return explorer.baseUrl + explorer.subintentPath + id
    case "setupGuide":
      return WALLET_WEBSITE
    case "getWallet":
      return WALLET_DOWNLOAD
    case "showQrCode":
      return undefined
  }
}
