/**
 * Renders a picture as SVG. Text becomes outlines, so that no fonts are needed and no user text is ever part of the
 * document. Pure.
 */
import type { Colours } from "./colours"
import type { Shape } from "./layout"
import { type Fonts, pathOf } from "./letters"
import { HEIGHT, WIDTH } from "./size"

const round = (n: number): number => Math.round(n * 10) / 10

/** The logo's two rings and centre (components/base/parts/logo.tsx), on a circle of radius 14. */
const seal = ({ fill, radius, x, y }: Extract<Shape, { kind: "seal" }>, colours: Colours): string =>
  `<g transform="translate(${x - radius} ${y - radius}) scale(${radius / 14})" fill="none" stroke="${colours[fill]}">` +
  `<circle cx="14" cy="14" r="12.75" stroke-width="1.5"/>` +
  `<circle cx="14" cy="14" r="8.7" stroke-width="4" stroke-dasharray="8.11 1"/>` +
  `<circle cx="14" cy="14" r="2.2" fill="${colours[fill]}" stroke="none"/></g>`

/** One SVG element. A line of text is a path of a few thousand numbers. */
export const drawn = (fonts: Fonts, colours: Colours, shape: Shape): string => {
  if (shape.kind === "seal") return seal(shape, colours)
  if (shape.kind === "text") {
    return `<path fill="${colours[shape.fill]}" d="${pathOf(fonts, shape.letters, shape.text, shape.x, shape.y)}"/>`
  }
  const { fill, height, round: corner = 0, width, x, y } = shape
  return `<rect x="${round(x)}" y="${round(y)}" width="${round(width)}" height="${round(height)}" rx="${corner}" fill="${colours[fill]}"/>`
}

export const svgOf = (elements: ReadonlyArray<string>): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}" viewBox="0 0 ${WIDTH} ${HEIGHT}">` +
  `${elements.join("")}</svg>`
