/** What is said without a network (docs/product/errors.md, 3.7). No React: the wallet's calls say it too. */
export const OFFLINE = {
  code: "E-OFFLINE",
  message: "You are offline. What you write is kept on this device."
} as const
