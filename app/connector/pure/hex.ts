/** Bytes and lower-case hex. Pure. */
import { Option } from "effect"

export const toHex = (bytes: Uint8Array): string =>
  Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("")

/** None if the text is not hex. */
export const fromHex = (text: string): Option.Option<Uint8Array<ArrayBuffer>> =>
  text.length % 2 === 0 && /^[0-9a-f]*$/i.test(text)
    ? Option.some(Uint8Array.from(text.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16)))
    : Option.none()
