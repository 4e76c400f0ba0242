/** `account_…k0m4ca6t`: the kind, and the last characters, which people compare. */
export const shortAddress = (address: string): string =>
  `${address.slice(0, address.indexOf("_") + 1)}…${address.slice(-8)}`

/** The first and last characters, which people compare; fits the width of a phone. */
export const middleCut = (address: string): string =>
  address.length <= 30 ? address : `${address.slice(0, 18)}…${address.slice(-10)}`
