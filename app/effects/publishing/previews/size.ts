/**
 * Size of every preview picture in pixels, which link previews show uncropped (https://ogp.me). Pages state it in their
 * head.
 */
export const WIDTH = 1200
export const HEIGHT = 630
export const MARGIN = 72
