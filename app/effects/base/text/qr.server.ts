/** QR codes as one path of an SVG, whose viewBox is 0 0 size size. */
import { encode } from "uqr"

/** All dark squares in one path, one move each. */
export const qrPath = (text: string) => {
  const { data, size } = encode(text, { ecc: "M", border: 0 })
  const path = data.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : []))).join("")
  return { path, size }
}
