/** Calls `begin` once, when half of the element is on the screen. Returns a function that stops waiting. */
export const onceSeen = (part: Element, begin: () => void): (() => void) => {
  const sight = new IntersectionObserver(
    (seen) => {
      if (!seen.some(({ isIntersecting }) => isIntersecting)) return
      sight.disconnect()
      begin()
    },
    { threshold: 0.5 }
  )
  sight.observe(part)
  return () => sight.disconnect()
}
