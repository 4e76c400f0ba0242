/** Whether a user agent is a phone or tablet (docs/connector.md). Pure. */

const WORDS =
  /mobi|ipod|phone|blackberry|opera mini|fennec|minimo|symbian|psp|nintendo ds|archos|skyfire|puffin|blazer|bolt|gobrowser|iris|maemo|semc|teashark|uzard|ipad|tablet|kindle|playbook|silk/
const ANDROID_TABLET = /android(?!.*mobile)/
const WINDOWS_TABLET = /windows(?!.*phone).*touch/

/** iPads identify as Macs, but no Mac has a multi-touch screen. */
const MAC = /macintosh/

export const isMobile = (userAgent: string, touchPoints = 0): boolean =>
  [WORDS, ANDROID_TABLET, WINDOWS_TABLET, ...(touchPoints > 1 ? [MAC] : [])].some((pattern) =>
    pattern.test(userAgent.toLowerCase())
  )
