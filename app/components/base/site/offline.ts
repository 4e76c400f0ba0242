/** The message without a network (docs/product/errors.md). No React: the wallet's calls use it too. */
export const OFFLINE = {
  code: "E-OFFLINE",
  message: "You are offline. What you write is kept on this device."
} as const
