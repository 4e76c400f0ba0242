import { useSyncExternalStore } from "react"
import { pageMode, subscribeToMode } from "./page-mode"

/** The page's current theme; light on the server, like the button's default. */
export const usePageMode = () => useSyncExternalStore(subscribeToMode, pageMode, () => "light" as const)
