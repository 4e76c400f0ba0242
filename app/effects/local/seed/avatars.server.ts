/**
 * A picture for each person of the demonstration: a rosette in a ring, engraved like an emblem, drawn from the name
 * alone. Pixels are computed here and only encoded by sharp, whose readers for drawings stay closed (see Pictures).
 */
import { blake2b } from "@noble/hashes/blake2.js"
import { utf8ToBytes } from "@noble/hashes/utils.js"
import { Effect } from "effect"

const SIZE = 128
const PAPER = [250, 249, 246] as const

/** A hue of the colour circle as a dark ink, 0 to 255 for each channel. */
const inkOf = (turn: number): readonly [number, number, number] => {
  const channel = (shift: number) => Math.round(88 + 52 * Math.cos(2 * Math.PI * (turn - shift)))
  return [channel(0), channel(1 / 3), channel(2 / 3)]
}

const pixelsOf = (name: string): Uint8Array => {
  const [turn = 0, petals = 0, depth = 0, ticks = 0, twist = 0] = blake2b(utf8ToBytes(name), { dkLen: 8 })
  const ink = inkOf(turn / 256)
  const count = 3 + (petals % 6)
  const waves = 0.18 + (depth % 40) / 200
  const band = 24 + (ticks % 5) * 8
  const isInk = (x: number, y: number): boolean => {
    const radius = Math.hypot(x, y)
    const angle = Math.atan2(y, x) + twist / 40
    if (radius > 0.9 && radius < 0.96) return true
    if (radius > 0.72 && radius < 0.86) return Math.sin(angle * band) > -0.1
    const edge = 0.42 + waves * Math.cos(angle * count)
    return radius < edge && !(radius < edge * 0.45)
  }
  const pixels = new Uint8Array(SIZE * SIZE * 3)
  for (let row = 0; row < SIZE; row++) {
    for (let column = 0; column < SIZE; column++) {
      const at = (row * SIZE + column) * 3
      const half = SIZE / 2
      pixels.set(isInk((column + 0.5) / half - 1, (row + 0.5) / half - 1) ? ink : PAPER, at)
    }
  }
  return pixels
}

export const AVATAR_SIZE = SIZE

/** WebP. */
export const avatarOf = (name: string): Effect.Effect<Uint8Array> =>
  Effect.promise(async () => {
    const { default: sharp } = await import("sharp") // 30 MB, needed at the first start only
    return sharp(pixelsOf(name), { raw: { width: SIZE, height: SIZE, channels: 3 } })
      .webp({ lossless: true, effort: 1 })
      .toBuffer()
  })
