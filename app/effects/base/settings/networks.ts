/**
 * The dApp definition account of the local ledger: fixed, so that wallet data stored in a browser survives a restart.
 * Derived from the text "Commonhold: the dApp definition of the local ledger", so nobody has its key.
 */
export const LOCAL_DAPP_DEFINITION = "account_tdx_2_12xc5kfwstmdg29sv3qrlyx338ul5zhg4w36760pjmdn776ml2rwvxa"

/** The network that the product runs on: Stokenet, network id 2 (docs/connector.md). */
export const NETWORK_ID = 2
/** The name that the gateway reports in each ledger state; the local ledger has its own. */
export const NETWORK_NAMES = { stokenet: "stokenet", local: "localstokenet" } as const
export const STOKENET_GATEWAY = "https://stokenet.radixdlt.com"
export const STOKENET_DASHBOARD = "https://stokenet-dashboard.radixdlt.com"
export const STOKENET_RELAY = "https://radix-connect-relay.radixdlt.com"
