/** The network the product lives on: Stokenet, network id 2 (docs/connector.md, 6.1). */
export const NETWORK_ID = 2
/** As the gateway names it in each state of the ledger; the local ledger has a name of its own. */
export const NETWORK_NAMES = { stokenet: "stokenet", local: "localstokenet" } as const
export const STOKENET_GATEWAY = "https://stokenet.radixdlt.com"
export const STOKENET_DASHBOARD = "https://stokenet-dashboard.radixdlt.com"
export const STOKENET_RELAY = "https://radix-connect-relay.radixdlt.com"
