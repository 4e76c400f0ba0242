/**
 * The dApp definition account of the local ledger: fixed, so that wallet data stored in a browser survives a restart.
 * Derived from the text "Commonhold: the dApp definition of the local ledger", so nobody has its key.
 */
export const LOCAL_DAPP_DEFINITION = "account_tdx_2_12xc5kfwstmdg29sv3qrlyx338ul5zhg4w36760pjmdn776ml2rwvxa"
