/**
 * The theme chosen since the page was loaded. It is applied immediately and stored in the cookie, with or without a
 * network.
 */
import { useSyncExternalStore } from "react"
import { type Theme, themeCookie } from "~/effects/publishing/site/theme"

let chosen: Theme | undefined
const listeners = new Set<() => void>()

const subscribe = (onChange: () => void) => {
  listeners.add(onChange)
  return () => {
    listeners.delete(onChange)
  }
}

export const chooseTheme = (theme: Theme) => {
  chosen = theme
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not in every browser we support
  document.cookie = themeCookie(theme)
  for (const listener of listeners) listener()
}

/** The theme to show: the one just chosen, else the one the server read. */
export const useTheme = (stored: Theme): Theme =>
  useSyncExternalStore(
    subscribe,
    () => chosen,
    () => undefined
  ) ?? stored
