/**
 * How far down the page somebody has read, in the note that the router keeps for Back (react-router 6.30: by the key of
 * the history's entry, in the tab's storage), while there is no router to keep it.
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
    // Closed or full storage: the browser itself still knows the place.
  }
}

export const keepPlace = () =>
  change((positions, key) => {
    positions[key] = scrollY
  })

/** Else the router would go, as it starts, to where somebody was when they last left the page. */
export const forgetPlace = () =>
  change((positions, key) => {
    delete positions[key]
  })
