/**
 * Page: the parts of the window that the connector uses.
 *
 * A port, so that everything above runs without a browser. `target` dispatches the extension's events.
 */
import { Context, Effect, Layer } from "effect"
import { FailedToSendDappRequest } from "./Errors"
import { isMobile } from "./pure/isMobile"

export interface PageShape {
  readonly isMobile: boolean
  readonly target: EventTarget
  readonly isVisible: () => boolean
  /** Called when the person comes back to the page. Returns an unsubscribe function. */
  readonly onReturn: (listener: () => void) => () => void
  /** Called when the page is hidden because another app or tab was opened. Returns an unsubscribe function. */
  readonly onLeave: (listener: () => void) => () => void
  /** Target for wallet links: in Telegram the page itself must stay open. */
  readonly walletTarget: () => "_self" | "_blank"
  /** Opens the wallet app through a deep link. */
  readonly openWallet: (link: string) => Effect.Effect<void, FailedToSendDappRequest>
  /** Opens an explorer or help page in a new window. */
  readonly openWindow: (url: string) => Effect.Effect<void>
}

/** A mini-app runs in Telegram's own window, which must not navigate away (docs/connector.md). */
const isTelegram = (): boolean => {
  const telegram: unknown = Reflect.get(globalThis, "Telegram")
  const view = field(telegram, "WebView")
  const params = field(view, "initParams")
  return typeof params === "object" && params !== null && Object.keys(params).length > 0
}
const field = (holder: unknown, name: string): unknown =>
  typeof holder === "object" && holder !== null ? Reflect.get(holder, name) : undefined

export class Page extends Context.Tag("connector/Page")<Page, PageShape>() {
  static readonly layerBrowser = Layer.sync(Page, () => ({
    isMobile: isMobile(navigator.userAgent, navigator.maxTouchPoints),
    target: window,
    isVisible: () => document.visibilityState === "visible",
    onReturn: (listener) => {
      const whenVisible = () => {
        if (document.visibilityState === "visible") listener()
      }
      document.addEventListener("visibilitychange", whenVisible)
      window.addEventListener("pageshow", listener)
      window.addEventListener("focus", listener)
      return () => {
        document.removeEventListener("visibilitychange", whenVisible)
        window.removeEventListener("pageshow", listener)
        window.removeEventListener("focus", listener)
      }
    },
    onLeave: (listener) => {
      const whenHidden = () => {
        if (document.visibilityState === "hidden") listener()
      }
      document.addEventListener("visibilitychange", whenHidden)
      window.addEventListener("pagehide", listener)
      return () => {
        document.removeEventListener("visibilitychange", whenHidden)
        window.removeEventListener("pagehide", listener)
      }
    },
    walletTarget: () => (isTelegram() ? "_blank" : "_self"),
    openWallet: (link) =>
      Effect.try({
        try: () => {
          // Ignores the result of `window.open`: Telegram on iOS returns null although the wallet opens.
          if (isTelegram()) window.open(link, "_blank")
          else window.location.href = link
        },
        catch: (cause) => new FailedToSendDappRequest({ cause })
      }),
    openWindow: (url) => Effect.sync(() => void window.open(url, "_blank", "noopener,noreferrer"))
  }))
}
