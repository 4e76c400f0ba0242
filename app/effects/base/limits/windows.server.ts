/** Sliding-window limits: at most a given number of accepted requests in the last hour, day or other period. */
import { Array as Arr } from "effect"

export interface Window {
  readonly max: number
  readonly ms: number
}

/**
 * Milliseconds until one more request is allowed, 0 if it is allowed now. `times` are those of accepted requests in any
 * order; refused requests are not counted, so hammering neither refills nor prolongs the wait.
 */
export const waitFor = (windows: ReadonlyArray<Window>, times: ReadonlyArray<number>, now: number): number =>
  Math.max(
    0,
    ...windows.map(({ max, ms }) => {
      const inside = times.filter((time) => time > now - ms).sort((one, other) => other - one)
      return Arr.get(inside, max - 1).pipe((oldest) => (oldest._tag === "Some" ? oldest.value + ms - now : 0))
    })
  )
