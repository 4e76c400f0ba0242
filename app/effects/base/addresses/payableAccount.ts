/** Addresses that can be paid: accounts of this site's network with a valid checksum. Pure: pages load this file. */
import { NETWORK_ID } from "~/effects/base/settings/networks"
import { type AccountAddress, isHolderAddress } from "~/ledger/address"

const OTHER_NETWORK = /^(?:account_(?!tdx_2_)[a-z0-9_]{2,20}1[02-9ac-hj-np-z]{20,}|0x[0-9a-fA-F]{40})$/

export const isPayableAccount = (text: string): text is AccountAddress => isHolderAddress("account", text, NETWORK_ID)

/** The reason why this address cannot be paid; null if it can. */
export const accountProblem = (text: string): "Address of another network." | "Not an account address." | null =>
  isPayableAccount(text) ? null : OTHER_NETWORK.test(text) ? "Address of another network." : "Not an account address."
