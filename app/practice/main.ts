/**
 * Starts the practice wallet: a page calls `startPracticeWallet` before its connector starts.
 *
 * Keys and signatures are real, the money is not. It stands in for extension and phone where the ledger is local.
 */
import { mountEndpoint } from "./door"

export interface StartOptions {
  readonly networkId: number
  /** Gateway that receives transactions, without a trailing slash. */
  readonly gatewayUrl: string
}

let isRunning = false

/** Idempotent: one wallet per page. The heavy code loads with the first request; a failed fetch is retried. */
export const startPracticeWallet = (options: StartOptions): void => {
  if (isRunning) return
  isRunning = true
  let isOpening = false
  const door = mountEndpoint(window, () => {
    if (isOpening) return
    isOpening = true
    import("./open")
      .then(({ openWallet }) => openWallet(options, door))
      .catch((error: unknown) => {
        isOpening = false
        console.error("the practice wallet could not be loaded", error)
      })
  })
}
