/** Trailing zeros are no decimals: a list may be written with more of them than the ledger keeps places. */
export const withoutZeros = (amount: string): string => amount.replace(/(\.\d*?)0+$/, "$1").replace(/\.$/, "")
