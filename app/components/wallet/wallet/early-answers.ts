import { keepEarlyAnswers, type WalletHandle } from "~/connector/WalletHandle"

/** Keeps what a wallet answers before the connector listens: a page is often reloaded while a person looks at a phone. */
export const awaitConnector = (): ((connector: WalletHandle) => void) => {
  const sayAgain = keepEarlyAnswers(window)
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
