/** The network the product lives on: Stokenet, network id 2 (docs/connector.md, 6.1). */
export const NETWORK_ID = 2
export const STOKENET_GATEWAY = "https://stokenet.radixdlt.com"
export const STOKENET_DASHBOARD = "https://stokenet-dashboard.radixdlt.com"
export const STOKENET_RELAY = "https://radix-connect-relay.radixdlt.com"
