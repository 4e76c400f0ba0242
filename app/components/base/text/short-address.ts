/** `account_…k0m4ca6t`: the kind, and the last characters, which people compare. */
export const shortAddress = (address: string): string =>
  `${address.slice(0, address.indexOf("_") + 1)}…${address.slice(-8)}`
