/** Addresses of stored pictures. Pure, no imports: pages load this file without a schema library. */

/** Pixels (docs/product/people.md). The preview fits this box with its proportions and is never enlarged. */
export const PREVIEW = { width: 1000, height: 562 } as const

const PREVIEW_PATH = `-/preview/${PREVIEW.width}x${PREVIEW.height}/`

/** A stored picture's public address: `{cdn}/{file}/-/preview/1000x562/` (docs/product/people.md). */
export const displayImageUrl = (cdn: string, file: string): string =>
  `${cdn.replace(/\/+$/, "")}/${file}/${PREVIEW_PATH}`

/** The file that a picture's address below `cdn` names; undefined for any other address. */
export const fileOfImageUrl = (cdn: string, url: string): string | undefined => {
  const file = url.slice(`${cdn}/`.length, -(PREVIEW_PATH.length + 1))
  return /^[A-Za-z0-9~_-]{1,80}$/.test(file) && url === displayImageUrl(cdn, file) ? file : undefined
}
