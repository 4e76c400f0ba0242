/** Of every picture of a link, in pixels: what link previews show whole (https://ogp.me). Pages say it in their head. */
export const WIDTH = 1200
export const HEIGHT = 630
export const MARGIN = 72
