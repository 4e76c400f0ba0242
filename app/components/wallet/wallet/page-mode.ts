/** Whether the page is light or dark. Without React. */
const darkQuery = "(prefers-color-scheme: dark)"

/** The theme of <html> if the person chose one, otherwise the system's preference. */
export const pageMode = (): "light" | "dark" => {
  const chosen = document.documentElement.dataset.theme
  if (chosen === "light" || chosen === "dark") return chosen
  return matchMedia(darkQuery).matches ? "dark" : "light"
}

export const subscribeToMode = (onChange: () => void) => {
  const system = matchMedia(darkQuery)
  const choice = new MutationObserver(onChange)
  system.addEventListener("change", onChange)
  choice.observe(document.documentElement, { attributes: true, attributeFilter: ["data-theme"] })
  return () => {
    system.removeEventListener("change", onChange)
    choice.disconnect()
  }
}
