/**
 * Preview pictures of links, drawn from public facts. Draws one at a time with at most eight waiting, and caches
 * pictures in memory by content. Only the outlines are computed on the event loop, a few milliseconds each.
 */
import { Effect, Either } from "effect"
import { coded } from "~/effects/base/failures/coded"
import { APP_NAME } from "~/effects/base/settings/product"
import { sha256 } from "~/effects/base/text/random.server"
import { openSharp } from "~/effects/people/uploads/sharp.server"
import tokens from "~/styles/tokens.css?raw"
import type { Facts } from "./Facts"
import { type Colours, coloursOf, HEIGHT, layOut, type Shape, WIDTH } from "./layout"
import { type Fonts, pathOf } from "./letters"

export class PreviewsBusy extends coded("PreviewsBusy", "E-BUSY", 503, {
  message: "Many pictures are being drawn right now. Try again in a moment."
}) {
  readonly retryAfter = 5
}

/**
 * Renders a picture as SVG. Text becomes outlines, so that no fonts are needed and no user text is ever part of the
 * document.
 */
const round = (n: number): number => Math.round(n * 10) / 10

/** The logo's two rings and centre (components/base/parts/logo.tsx), on a circle of radius 14. */
const seal = ({ fill, radius, x, y }: Extract<Shape, { kind: "seal" }>, colours: Colours): string =>
  `<g transform="translate(${x - radius} ${y - radius}) scale(${radius / 14})" fill="none" stroke="${colours[fill]}">` +
  `<circle cx="14" cy="14" r="12.75" stroke-width="1.5"/>` +
  `<circle cx="14" cy="14" r="8.7" stroke-width="4" stroke-dasharray="8.11 1"/>` +
  `<circle cx="14" cy="14" r="2.2" fill="${colours[fill]}" stroke="none"/></g>`

/** One SVG element. A line of text is a path of a few thousand numbers. */
const drawn = (fonts: Fonts, colours: Colours, shape: Shape): string => {
  if (shape.kind === "seal") return seal(shape, colours)
  if (shape.kind === "text") {
    return `<path fill="${colours[shape.fill]}" d="${pathOf(fonts, shape.letters, shape.text, shape.x, shape.y)}"/>`
  }
  const { fill, height, round: corner = 0, width, x, y } = shape
  return `<rect x="${round(x)}" y="${round(y)}" width="${round(width)}" height="${round(height)}" rx="${corner}" fill="${colours[fill]}"/>`
}

const svgOf = (elements: ReadonlyArray<string>): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}" viewBox="0 0 ${WIDTH} ${HEIGHT}">` +
  `${elements.join("")}</svg>`

/** Increase when the drawing changes, so that browsers and crawlers fetch a new picture of the same facts. */
const DRAWING = 1
const WAITING = 8
/** Most bytes of cached pictures per server. */
export const KEPT_BYTES = 8 * 1_048_576
/** Timeout for one picture, in seconds. */
const DRAWING_LIMIT = 10
const TAG_LENGTH = 32

/** ETag of a picture, derived from its content. */
export const tagOf = (facts: Facts): string => sha256(JSON.stringify([DRAWING, facts])).slice(0, TAG_LENGTH)

/** Cache of pictures; evicts the oldest when full. */
const makeStore = () => {
  const stored = new Map<string, Uint8Array>()
  let bytes = 0
  return {
    get: (tag: string) => stored.get(tag),
    put: (tag: string, picture: Uint8Array) => {
      stored.set(tag, picture)
      bytes += picture.length
      for (const [oldest, each] of stored) {
        if (bytes <= KEPT_BYTES) return
        stored.delete(oldest)
        bytes -= each.length
      }
    }
  }
}

export class Previews extends Effect.Service<Previews>()("publishing/previews/Previews", {
  effect: Effect.gen(function* () {
    const store = makeStore()
    const table = yield* Effect.makeSemaphore(1)
    const seats = yield* Effect.makeSemaphore(1 + WAITING)
    // Loaded with the first picture: five scripts in three styles.
    const fonts = yield* Effect.cached(Effect.promise(async () => (await import("./fonts/fonts.server")).loadFonts()))
    const sharp = yield* Effect.cached(openSharp)
    const colours = yield* Effect.cached(Effect.sync(() => coloursOf(tokens)))

    /** Yields after each line of text, so that other requests are served in between. */
    const svg = Effect.fn("Previews.svg")(function* (facts: Facts) {
      const letters = yield* fonts
      const inks = yield* colours
      const shapes = layOut(letters, facts, APP_NAME)
      const elements = yield* Effect.forEach(shapes, (shape) =>
        Effect.zipLeft(
          Effect.sync(() => drawn(letters, inks, shape)),
          Effect.yieldNow()
        )
      )
      return svgOf(elements)
    })

    const draw = Effect.fn("Previews.draw")(function* (facts: Facts) {
      const tag = tagOf(facts)
      // Another request drew it while this one waited.
      const known = store.get(tag)
      if (known !== undefined) return known
      const open = yield* sharp
      const text = yield* svg(facts)
      const picture = yield* Effect.promise(() =>
        open(Buffer.from(text)).timeout({ seconds: DRAWING_LIMIT }).png({ compressionLevel: 9 }).toBuffer()
      )
      store.put(tag, picture)
      return picture
    })

    /** PNG bytes. */
    const picture = Effect.fn("Previews.picture")(function* (facts: Facts) {
      const known = store.get(tagOf(facts))
      if (known !== undefined) return known
      const made = yield* draw(facts).pipe(table.withPermits(1), seats.withPermitsIfAvailable(1))
      return yield* Either.fromOption(made, () => new PreviewsBusy())
    })

    return { picture, svg }
  })
}) {}
