import { useSyncExternalStore } from "react"

const darkQuery = "(prefers-color-scheme: dark)"

/** Theme of <html> if the person chose one, otherwise the system's preference. */
const read = (): "light" | "dark" => {
  const chosen = document.documentElement.dataset.theme
  if (chosen === "light" || chosen === "dark") return chosen
  return matchMedia(darkQuery).matches ? "dark" : "light"
}

const subscribe = (onChange: () => void) => {
  const system = matchMedia(darkQuery)
  const choice = new MutationObserver(onChange)
  system.addEventListener("change", onChange)
  choice.observe(document.documentElement, { attributes: true, attributeFilter: ["data-theme"] })
  return () => {
    system.removeEventListener("change", onChange)
    choice.disconnect()
  }
}

/** The page's current theme; light on the server, like the button's default. */
export const usePageMode = () => useSyncExternalStore(subscribe, read, () => "light" as const)
