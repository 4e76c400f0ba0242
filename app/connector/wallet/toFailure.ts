import { type ConnectorError, publishedCode } from "../Errors"
import type { WalletFailure } from "../WalletHandle"

/** Converts an error to the form that pages get. */
export const toFailure = (error: ConnectorError): WalletFailure => ({
  error: publishedCode(error),
  message: error.message,
  ...(error.interactionId === undefined ? {} : { interactionId: error.interactionId }),
  ...(error.cause instanceof Error ? { jsError: error.cause } : {})
})
