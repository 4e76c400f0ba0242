import { type ConnectorError, publishedCode } from "../Errors"
import type { WalletFailure } from "../WalletHandle"

/** An error as a page sees it. `error` is the same word under the official toolkit's name. */
export interface ConnectorFailure extends WalletFailure {
  readonly error: string
}

export const toFailure = (error: ConnectorError): ConnectorFailure => {
  const code = publishedCode(error)
  return {
    code,
    error: code,
    message: error.message,
    ...(error.interactionId === undefined ? {} : { interactionId: error.interactionId })
  }
}
