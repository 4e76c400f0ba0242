/**
 * The library that draws pictures, set up once for the process. It reads many formats; what people send reaches these
 * three of its readers, after its first bytes were looked at (pictureType.ts). The fourth is for our own drawings.
 */
import { Effect } from "effect"

const READERS = [
  ...["Jpeg", "Png", "Webp"].map((family) => `VipsForeignLoad${family}Buffer`),
  "VipsForeignLoadSvgBuffer"
]

const load = async () => {
  const { default: sharp } = await import("sharp")
  sharp.cache(false)
  sharp.concurrency(1)
  sharp.block({ operation: ["VipsForeignLoad"] })
  sharp.unblock({ operation: READERS })
  return sharp
}

/** The library weighs 30 MB, so it is loaded with the first picture. */
export const openSharp = Effect.promise(load)
