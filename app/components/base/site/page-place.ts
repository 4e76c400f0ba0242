/**
 * Saves the scroll position for Back in the router's own format (react-router 6.30: by the key of the history's entry,
 * in the tab's storage) while there is no router to do it.
 */

const NOTE = "positions"

const change = (write: (positions: Record<string, unknown>, key: string) => void) => {
  try {
    const key: unknown = history.state?.key
    if (typeof key !== "string") return
    const positions: unknown = JSON.parse(sessionStorage.getItem(NOTE) ?? "{}")
    if (typeof positions !== "object" || positions === null) return
    write(positions as Record<string, unknown>, key)
    sessionStorage.setItem(NOTE, JSON.stringify(positions))
  } catch {
    // Storage is blocked or full: the browser itself still restores the position.
  }
}

export const keepPlace = () =>
  change((positions, key) => {
    positions[key] = scrollY
  })

/** Otherwise the router would scroll, as it starts, to the position of an earlier visit. */
export const forgetPlace = () =>
  change((positions, key) => {
    delete positions[key]
  })
