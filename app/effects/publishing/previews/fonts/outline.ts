/**
 * Reads outlines of TrueType glyphs (OpenType 1.9.1, "glyf"). Pure. Only fonts that ship with the site are read, so a
 * malformed file is a defect.
 */

interface Point {
  readonly x: number
  readonly y: number
  readonly isOn: boolean
}
type Contour = ReadonlyArray<Point>

/** Start and end of a glyph's data. */
export type Place = (glyph: number) => readonly [start: number, end: number]

const ON = 1
const SHORT_X = 2
const SHORT_Y = 4
const REPEAT = 8
const SAME_X = 16
const SAME_Y = 32

const simple = (glyf: DataView, start: number, contours: number): ReadonlyArray<Contour> => {
  let at = start + 10
  const ends = Array.from({ length: contours }, (_, n) => glyf.getUint16(at + n * 2))
  const count = (ends.at(-1) ?? -1) + 1
  at += contours * 2
  at += 2 + glyf.getUint16(at)
  const flags: Array<number> = []
  while (flags.length < count) {
    const flag = glyf.getUint8(at++)
    const times = (flag & REPEAT) === 0 ? 0 : glyf.getUint8(at++)
    for (let n = 0; n <= times; n++) flags.push(flag)
  }
  const along = (short: number, same: number): ReadonlyArray<number> => {
    let value = 0
    return flags.map((flag) => {
      if ((flag & short) !== 0) value += (flag & same) === 0 ? -glyf.getUint8(at++) : glyf.getUint8(at++)
      else if ((flag & same) === 0) {
        value += glyf.getInt16(at)
        at += 2
      }
      return value
    })
  }
  const xs = along(SHORT_X, SAME_X)
  const ys = along(SHORT_Y, SAME_Y)
  const points = flags.map((flag, n): Point => ({ x: xs[n] ?? 0, y: ys[n] ?? 0, isOn: (flag & ON) !== 0 }))
  return ends.map((end, n) => points.slice((ends[n - 1] ?? -1) + 1, end + 1))
}

const WORDS = 1
const OFFSETS = 2
const ONE_SCALE = 8
const MORE = 32
const TWO_SCALES = 64
const MATRIX = 128
/** Most levels of nested components. */
const DEEPEST = 5

/** Components of a composite glyph: which glyph, and its transformation. */
const parts = (glyf: DataView, place: Place, start: number, depth: number): ReadonlyArray<Contour> => {
  const found: Array<Contour> = []
  let at = start + 10
  let flags = MORE
  const fraction = (n: number) => glyf.getInt16(at + n * 2) / 16_384
  while ((flags & MORE) !== 0) {
    flags = glyf.getUint16(at)
    const glyph = glyf.getUint16(at + 2)
    at += 4
    const isWords = (flags & WORDS) !== 0
    // Components that are positioned by points instead of offsets do not occur in our fonts and would not be moved.
    const has = (flags & OFFSETS) !== 0
    const dx = !has ? 0 : isWords ? glyf.getInt16(at) : glyf.getInt8(at)
    const dy = !has ? 0 : isWords ? glyf.getInt16(at + 2) : glyf.getInt8(at + 1)
    at += isWords ? 4 : 2
    let [a, b, c, d] = [1, 0, 0, 1]
    if ((flags & ONE_SCALE) !== 0) {
      a = d = fraction(0)
      at += 2
    } else if ((flags & TWO_SCALES) !== 0) {
      ;[a, d] = [fraction(0), fraction(1)]
      at += 4
    } else if ((flags & MATRIX) !== 0) {
      ;[a, b, c, d] = [fraction(0), fraction(1), fraction(2), fraction(3)]
      at += 8
    }
    for (const contour of contoursOf(glyf, place, glyph, depth + 1)) {
      found.push(contour.map(({ isOn, x, y }) => ({ isOn, x: a * x + c * y + dx, y: b * x + d * y + dy })))
    }
  }
  return found
}

const contoursOf = (glyf: DataView, place: Place, glyph: number, depth = 0): ReadonlyArray<Contour> => {
  const [start, end] = place(glyph)
  if (end <= start || depth > DEEPEST) return []
  const contours = glyf.getInt16(start)
  return contours >= 0 ? simple(glyf, start, contours) : parts(glyf, place, start, depth)
}

const between = (a: Point, b: Point): Point => ({ x: (a.x + b.x) / 2, y: (a.y + b.y) / 2, isOn: true })

/** A step of a path, in font units, with y upwards. */
export type Step =
  | { readonly to: "M" | "L"; readonly x: number; readonly y: number }
  | { readonly to: "Q"; readonly cx: number; readonly cy: number; readonly x: number; readonly y: number }

/** Two off-curve points imply an on-curve point halfway between them. */
const stepsOf = (contour: Contour): ReadonlyArray<Step> => {
  const [first] = contour
  if (first === undefined) return []
  const known = contour.findIndex(({ isOn }) => isOn)
  const begin = known >= 0 ? (contour[known] ?? first) : between(first, contour.at(-1) ?? first)
  const rest = known >= 0 ? [...contour.slice(known + 1), ...contour.slice(0, known)] : [...contour]
  const steps: Array<Step> = [{ to: "M", x: begin.x, y: begin.y }]
  let control: Point | null = null
  for (const point of [...rest, begin]) {
    if (point.isOn) {
      steps.push(
        control === null
          ? { to: "L", x: point.x, y: point.y }
          : { to: "Q", cx: control.x, cy: control.y, x: point.x, y: point.y }
      )
      control = null
    } else {
      if (control !== null) {
        const middle = between(control, point)
        steps.push({ to: "Q", cx: control.x, cy: control.y, x: middle.x, y: middle.y })
      }
      control = point
    }
  }
  return steps
}

/** Outline of a glyph as a list of closed contours. */
export const outlineOf = (glyf: DataView, place: Place, glyph: number): ReadonlyArray<Step> =>
  contoursOf(glyf, place, glyph).flatMap(stepsOf)
