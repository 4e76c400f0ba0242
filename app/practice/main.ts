/**
 * The practice wallet's way into a page: a page calls `startPracticeWallet` before its connector starts.
 *
 * Real keys and real signatures, no money: it stands in for the extension and the phone where the ledger is local.
 */
import { hangDoor } from "./door"

export interface StartOptions {
  readonly networkId: number
  /** Where transactions go. Without a slash at the end. */
  readonly gatewayUrl: string
}

let isRunning = false

/** Idempotent: one wallet a page. What is heavy in it arrives with the first request; a failed fetch is tried again. */
export const startPracticeWallet = (options: StartOptions): void => {
  if (isRunning) return
  isRunning = true
  let isOpening = false
  const door = hangDoor(window, () => {
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
