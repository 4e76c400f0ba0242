/**
 * Faces of the pictures: those of the pages, read from the files that ship with the site, so that pictures look the
 * same on a machine without fonts. Loaded with the first picture.
 */

import { promisify } from "node:util"
import { inflate } from "node:zlib"
import sansCyrillic from "@fontsource/ibm-plex-sans/files/ibm-plex-sans-cyrillic-400-normal.woff?inline"
import strongCyrillic from "@fontsource/ibm-plex-sans/files/ibm-plex-sans-cyrillic-600-normal.woff?inline"
import sansGreek from "@fontsource/ibm-plex-sans/files/ibm-plex-sans-greek-400-normal.woff?inline"
import strongGreek from "@fontsource/ibm-plex-sans/files/ibm-plex-sans-greek-600-normal.woff?inline"
import sansLatin from "@fontsource/ibm-plex-sans/files/ibm-plex-sans-latin-400-normal.woff?inline"
import strongLatin from "@fontsource/ibm-plex-sans/files/ibm-plex-sans-latin-600-normal.woff?inline"
import sansLatinExt from "@fontsource/ibm-plex-sans/files/ibm-plex-sans-latin-ext-400-normal.woff?inline"
import strongLatinExt from "@fontsource/ibm-plex-sans/files/ibm-plex-sans-latin-ext-600-normal.woff?inline"
import sansVietnamese from "@fontsource/ibm-plex-sans/files/ibm-plex-sans-vietnamese-400-normal.woff?inline"
import strongVietnamese from "@fontsource/ibm-plex-sans/files/ibm-plex-sans-vietnamese-600-normal.woff?inline"
import serifCyrillic from "@fontsource/source-serif-4/files/source-serif-4-cyrillic-600-normal.woff?inline"
import serifGreek from "@fontsource/source-serif-4/files/source-serif-4-greek-600-normal.woff?inline"
import serifLatin from "@fontsource/source-serif-4/files/source-serif-4-latin-600-normal.woff?inline"
import serifLatinExt from "@fontsource/source-serif-4/files/source-serif-4-latin-ext-600-normal.woff?inline"
import serifVietnamese from "@fontsource/source-serif-4/files/source-serif-4-vietnamese-600-normal.woff?inline"
import type { Fonts } from "../letters"
import { faceOf } from "./Face"

// WOFF (https://www.w3.org/TR/WOFF/) compresses each table of a font separately.

const unpack = promisify(inflate)

const SIGNATURE = 0x774f4646 // "wOFF"
const HEADER = 44
const ENTRY = 20

type Tables = ReadonlyMap<string, DataView>

const viewOf = (bytes: Uint8Array): DataView => new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)

/** Tables of a font by name, decompressed off the event loop. A malformed font of ours is a defect. */
const readWoff = async (bytes: Uint8Array): Promise<Tables> => {
  const file = viewOf(bytes)
  if (file.getUint32(0) !== SIGNATURE) throw new Error("this is not a WOFF font")
  const entries = Array.from({ length: file.getUint16(12) }, (_, at) => HEADER + at * ENTRY)
  return new Map(
    await Promise.all(
      entries.map(async (at) => {
        const [offset, packed, whole] = [file.getUint32(at + 4), file.getUint32(at + 8), file.getUint32(at + 12)]
        const name = String.fromCharCode(...bytes.subarray(at, at + 4))
        const data = bytes.subarray(offset, offset + packed)
        return [name, viewOf(packed < whole ? await unpack(data) : data)] as const
      })
    )
  )
}

/** Files of each style, in the order in which a character is looked up. */
const files = {
  serif: [serifLatin, serifLatinExt, serifGreek, serifCyrillic, serifVietnamese],
  sans: [sansLatin, sansLatinExt, sansGreek, sansCyrillic, sansVietnamese],
  strong: [strongLatin, strongLatinExt, strongGreek, strongCyrillic, strongVietnamese]
} as const

const bytesOf = (address: string): Uint8Array => Buffer.from(address.slice(address.indexOf(",") + 1), "base64")

/** Loads one file after the other, so that waiting requests are served in between. */
const facesOf = async (addresses: ReadonlyArray<string>) => {
  const faces = []
  for (const address of addresses) faces.push(faceOf(await readWoff(bytesOf(address))))
  return faces
}

export const loadFonts = async (): Promise<Fonts> => ({
  serif: await facesOf(files.serif),
  sans: await facesOf(files.sans),
  strong: await facesOf(files.strong)
})
