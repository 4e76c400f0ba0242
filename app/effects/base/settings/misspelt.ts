/** Finds variables whose names are nearly those of a setting: a typo that would silently use the default. Pure. */

/** Edit distance of two names: letters omitted, inserted, replaced, or swapped with a neighbour. */
const distance = (one: string, other: string): number => {
  /** Row i, column j: the distance between the first i letters of one and the first j of the other. */
  const table = Array.from({ length: one.length + 1 }, (_, i) =>
    Array.from({ length: other.length + 1 }, (_, j) => (i === 0 ? j : i))
  )
  const at = (i: number, j: number) => table[i]?.[j] ?? Number.POSITIVE_INFINITY
  for (let i = 1; i <= one.length; i++) {
    for (let j = 1; j <= other.length; j++) {
      const changed = at(i - 1, j - 1) + (one[i - 1] === other[j - 1] ? 0 : 1)
      const isSwap = one[i - 1] === other[j - 2] && one[i - 2] === other[j - 1]
      const swapped = isSwap ? at(i - 2, j - 2) + 1 : Number.POSITIVE_INFINITY
      table[i]?.splice(j, 1, Math.min(at(i - 1, j) + 1, at(i, j - 1) + 1, changed, swapped))
    }
  }
  return at(one.length, other.length)
}

/** Short names have unrelated neighbours: `HOST` and `POST`. */
const SHORTEST = 6
/** From this length on, a distance of two counts as well. */
const LONG = 10

const isNear = (name: string, setting: string) =>
  Math.abs(name.length - setting.length) <= 2 && distance(name, setting) <= (setting.length >= LONG ? 2 : 1)

/** Pairs of an unknown variable and the setting it is nearly. */
export const misspelt = (
  names: ReadonlyArray<string>,
  settings: ReadonlyArray<string>
): ReadonlyArray<readonly [name: string, setting: string]> =>
  names
    .filter((name) => !settings.includes(name))
    .flatMap((name) => {
      const meant = settings.find((setting) => setting.length >= SHORTEST && isNear(name.toUpperCase(), setting))
      return meant === undefined ? [] : [[name, meant] as const]
    })
