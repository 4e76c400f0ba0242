/** The network that the product runs on: Stokenet, network id 2 (docs/connector.md). */
export const NETWORK_ID = 2
/** The name that the gateway reports in each ledger state; the local ledger has its own. */
export const NETWORK_NAMES = { stokenet: "stokenet", local: "localstokenet" } as const
export const STOKENET_GATEWAY = "https://stokenet.radixdlt.com"
export const STOKENET_DASHBOARD = "https://stokenet-dashboard.radixdlt.com"
export const STOKENET_RELAY = "https://radix-connect-relay.radixdlt.com"
