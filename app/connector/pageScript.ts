import { Effect, Layer } from "effect"
import { Page, type PageShape } from "./Page"

/** A page without a window. Opened links are passed to `onOpen`. */
export const layerPageScript = (script: Partial<PageShape> & { readonly onOpen?: (url: string) => void } = {}) =>
  Layer.sync(Page, () => ({
    isMobile: false,
    target: new EventTarget(),
    isVisible: () => true,
    onReturn: () => () => {},
    onLeave: () => () => {},
    walletTarget: () => "_self" as const,
    openWallet: (link) => Effect.sync(() => script.onOpen?.(link)),
    openWindow: (url) => Effect.sync(() => script.onOpen?.(url)),
    ...script
  }))
