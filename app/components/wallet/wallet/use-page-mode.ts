import { useSyncExternalStore } from "react"

const darkQuery = "(prefers-color-scheme: dark)"

/** The theme on <html> if the person chose one, else what the system prefers. */
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

/** Which of the two looks the page has now; the server says light, as the button does at its start. */
export const usePageMode = () => useSyncExternalStore(subscribe, read, () => "light" as const)
