import { storeEarlyResponses, type WalletHandle } from "~/connector/WalletHandle"

/**
 * Stores wallet responses that arrive before the connector listens, because pages are often reloaded while a person
 * uses their phone.
 */
export const awaitConnector = (): ((connector: WalletHandle) => void) => {
  const sayAgain = storeEarlyResponses(window)
  return (connector) => {
    const stop = connector.subscribe(() => handOver())
    const handOver = () => {
      if (!connector.snapshot().isInitialized) return
      stop()
      sayAgain()
    }
    handOver()
  }
}
