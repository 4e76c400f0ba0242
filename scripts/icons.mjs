/**
 * Draws the icons of an installed site from the logo, public/favicon.svg: `node scripts/icons.mjs`. In a maskable one
 * the logo stays within the inner circle of 80% that no mask cuts off (https://www.w3.org/TR/appmanifest/#icon-masks).
 * icon-512.png is not drawn again: tokens on the ledger name it.
 */
import { readFileSync } from "node:fs"
import { join } from "node:path"
import sharp from "sharp"

const folder = join(import.meta.dirname, "../public")
const logo = readFileSync(join(folder, "favicon.svg"))
const PAPER = "#faf9f6" // the background colour of pages, app/styles/tokens.css

/**
 * @param {string} name
 * @param {number} size pixels
 * @param {number} share of the size that the logo takes
 */
const draw = async (name, size, share) => {
  const inner = Math.round(size * share)
  const mark = await sharp(logo, { density: 72 * Math.ceil(inner / 28) })
    .resize(inner, inner)
    .png()
    .toBuffer()
  await sharp({ create: { width: size, height: size, channels: 4, background: PAPER } })
    .composite([{ input: mark, gravity: "centre" }])
    .png({ palette: true, compressionLevel: 9 })
    .toFile(join(folder, name))
}

await draw("icon-192.png", 192, 0.71)
await draw("icon-maskable-512.png", 512, 0.6)
