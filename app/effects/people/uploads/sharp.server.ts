/**
 * The image library, set up once for the process. It reads many formats; uploads reach only these three readers, after
 * their first bytes were checked (pictureType.ts). The fourth is for our own drawings.
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

/** The library is 30 MB, so it is loaded with the first picture. */
export const openSharp = Effect.promise(load)
