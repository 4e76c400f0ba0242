/** Removes trailing zeros of decimals, because a list may have more of them than the ledger has decimal places. */
export const withoutZeros = (amount: string): string => amount.replace(/(\.\d*?)0+$/, "$1").replace(/\.$/, "")
