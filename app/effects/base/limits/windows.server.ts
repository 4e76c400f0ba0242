/** Limits over a sliding window: at most so many accepted requests in the last hour, day or other stretch of time. */
import { Array as Arr } from "effect"

export interface Window {
  readonly max: number
  readonly ms: number
}

/**
 * Milliseconds to wait until one more fits, 0 when it fits now. `times` are those of accepted requests in any order;
 * refused ones are not among them, so hammering neither refills nor prolongs the wait.
 */
export const waitFor = (windows: ReadonlyArray<Window>, times: ReadonlyArray<number>, now: number): number =>
  Math.max(
    0,
    ...windows.map(({ max, ms }) => {
      const inside = times.filter((time) => time > now - ms).sort((one, other) => other - one)
      return Arr.get(inside, max - 1).pipe((oldest) => (oldest._tag === "Some" ? oldest.value + ms - now : 0))
    })
  )
