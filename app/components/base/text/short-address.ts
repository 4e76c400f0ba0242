/** `account_…k0m4ca6t`: the kind, and the end people compare. */
export const shortAddress = (address: string): string =>
  `${address.slice(0, address.indexOf("_") + 1)}…${address.slice(-8)}`

/** Its beginning and its end, which are what people compare; as long as a phone is wide. */
export const middleCut = (address: string): string =>
  address.length <= 30 ? address : `${address.slice(0, 18)}…${address.slice(-10)}`
