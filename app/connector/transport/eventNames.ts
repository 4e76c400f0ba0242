/** Window events of the browser extension: outgoing and incoming. */
export const OUTGOING_EVENT = "radix#chromeExtension#send"
export const INCOMING_EVENT = "radix#chromeExtension#receive"
