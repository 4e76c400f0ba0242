/** Window events of the browser extension: ours to it, and its to us. */
export const OUTGOING_EVENT = "radix#chromeExtension#send"
export const INCOMING_EVENT = "radix#chromeExtension#receive"
