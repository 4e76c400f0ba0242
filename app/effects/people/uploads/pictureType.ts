/**
 * The type of a file by its first bytes, whatever its name. Pure. Only three types pass: browsers show them, and they
 * cannot contain scripts.
 */
export type PictureType = "jpeg" | "png" | "webp"

export const MIME: Readonly<Record<PictureType, string>> = {
  jpeg: "image/jpeg",
  png: "image/png",
  webp: "image/webp"
}

const PNG = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a] // PNG 3rd edition §5.2
const JPEG = [0xff, 0xd8, 0xff] // ITU-T T.81 §B.1: SOI, then a marker
const RIFF = [0x52, 0x49, 0x46, 0x46] // RIFF ‖ size (4) ‖ WEBP
const WEBP = [0x57, 0x45, 0x42, 0x50]

const has = (bytes: Uint8Array, at: number, expected: ReadonlyArray<number>) =>
  expected.every((value, index) => bytes[at + index] === value)

export const pictureType = (bytes: Uint8Array): PictureType | undefined => {
  if (has(bytes, 0, PNG)) return "png"
  if (has(bytes, 0, JPEG)) return "jpeg"
  return has(bytes, 0, RIFF) && has(bytes, 8, WEBP) ? "webp" : undefined
}

const CHUNK_HEADER = 8 // length (4) ‖ type (4); a checksum (4) follows the data
/** True for a PNG with an animation control chunk, which comes before the first image data. */
export const isAnimatedPng = (bytes: Uint8Array): boolean => {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  let at = PNG.length
  while (at + CHUNK_HEADER <= bytes.length) {
    const type = String.fromCharCode(...bytes.subarray(at + 4, at + 8))
    if (type === "acTL") return true
    if (type === "IDAT") return false
    at += CHUNK_HEADER + view.getUint32(at) + 4
  }
  return false
}
