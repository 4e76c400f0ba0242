/** A page that uses the connector without React, as any dApp could. */
import { createConnector, type WalletHandle } from "~/connector/browser"

export interface ConnectorWindow extends Window {
  connector: WalletHandle
  /** Calls of the page's callbacks, each with its name. */
  reported: Array<{ readonly by: string; readonly what: unknown }>
}
const page = window as Window & Partial<ConnectorWindow>
const reported: ConnectorWindow["reported"] = []
const connector = createConnector({
  networkId: 2,
  dAppDefinitionAddress: "account_tdx_2_12yf9gd53yfep7a669fv2t3wm7nz9zeezwd04n02a433ker8vza6rhe",
  applicationName: "A page without React",
  applicationVersion: "1.0.0",
  gatewayBaseUrl: `${location.origin}/gateway`,
  relayUrl: `${location.origin}/relay`,
  connectRequest: { accounts: { withProof: true }, persona: { withProof: true } },
  onDisconnect: () => reported.push({ by: "disconnect", what: null })
})
connector.provideChallengeGenerator(async () => "5a".repeat(32))
connector.provideConnectResponse((what) => reported.push({ by: "connect", what }))
connector.subscribe(() => {
  document.title = connector.snapshot().persona?.label ?? "nobody"
})
connector.mountButton(document.querySelector("main") ?? document.body)
Object.assign(page, { connector, reported })
