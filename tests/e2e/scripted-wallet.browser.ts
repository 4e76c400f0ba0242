/**
 * The half of the scripted wallet that runs in the page: speaks the extension's window events and hands every request
 * to Node. Playwright sends this function as text, so it has no imports and no closures.
 */

/** What the page's half has to know without a round trip: it sends `receivedByExtension` and the status immediately. */
export interface ScriptedFlags {
  readonly present: boolean
  readonly linked: boolean
  readonly sessions: boolean
}

export interface ScriptedWindow extends Window {
  scriptedWallet?: { flags: ScriptedFlags; say: (message: object) => void; announce: () => void }
  scriptedWalletHears?: (message: unknown) => Promise<void>
}

export function speakAsExtension(flags: ScriptedFlags): void {
  const page = window as ScriptedWindow
  if (page.scriptedWallet !== undefined) {
    page.scriptedWallet.flags = flags
    return
  }
  const say = (message: object) =>
    window.dispatchEvent(new CustomEvent("radix#chromeExtension#receive", { detail: message }))
  const announce = () => {
    const { linked, present, sessions } = wallet.flags
    if (!present) return
    say({
      eventType: "extensionStatus",
      isExtensionAvailable: true,
      isWalletLinked: linked,
      ...(sessions ? { canHandleSessions: true } : {})
    })
  }
  const wallet = { flags, say, announce }
  page.scriptedWallet = wallet

  window.addEventListener("radix#chromeExtension#send", (event) => {
    if (!(event instanceof CustomEvent) || !wallet.flags.present) return
    const message = event.detail
    if (typeof message?.interactionId === "string") {
      say({ eventType: "receivedByExtension", interactionId: message.interactionId })
    }
    if (message?.discriminator === "extensionStatus") setTimeout(announce, 0)
    else void page.scriptedWalletHears?.(message)
  })
  // The real content script starts when the document is ready, and announces itself.
  document.addEventListener("DOMContentLoaded", announce)
}
