/**
 * Faces of the pictures: those of the pages, read from the files that ship with the site, so that pictures look the
 * same on a machine without fonts. Loaded with the first picture.
 */
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
import { readWoff } from "./woff.server"

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
