/** A page of another dApp: the connector's handle, and the practice wallet on the same local ledger. */
import { createConnector, type WalletHandle } from "~/connector/browser"
import { startPracticeWallet } from "~/practice/main"

export interface LedgerWindow extends Window {
  wallet: WalletHandle
}

const gatewayUrl = `${location.origin}/local/gateway`
startPracticeWallet({ networkId: 2, gatewayUrl })
const wallet = createConnector({
  networkId: 2,
  dAppDefinitionAddress: "account_tdx_2_12yf9gd53yfep7a669fv2t3wm7nz9zeezwd04n02a433ker8vza6rhe",
  applicationName: "A page with a ledger",
  applicationVersion: "1.0.0",
  gatewayUrl,
  connectRequest: { accounts: {} }
})
Object.assign(window, { wallet })
