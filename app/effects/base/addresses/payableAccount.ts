/** Where money may go: an account, with its checksum, on the network of this site. Pure: pages load this file. */
import { NETWORK_ID } from "~/effects/base/settings/networks"
import { type AccountAddress, isHolderAddress } from "~/ledger/address"

const OTHER_NETWORK = /^account_(?!tdx_2_)[a-z0-9_]{2,20}1[02-9ac-hj-np-z]{20,}$/

export const isPayableAccount = (text: string): text is AccountAddress => isHolderAddress("account", text, NETWORK_ID)

/** Why nothing can be paid there; null where it can. */
export const accountProblem = (text: string): "Address of another network." | "Not an account address." | null =>
  isPayableAccount(text) ? null : OTHER_NETWORK.test(text) ? "Address of another network." : "Not an account address."
