/**
 * The payload of a browser notification, as JSON for the service worker (app/worker). It has the inbox entry's text,
 * but for a private community only that there is something new, since anyone may see a locked screen. Pure.
 */
import { APP_NAME } from "~/effects/base/settings/product"
import { cutAtWord } from "~/effects/base/text/cutAtWord"

export interface Noticed {
  /** The entry's id: a notification that is sent twice replaces itself. */
  readonly id: string
  readonly text: string
  /** How often the same event happened. */
  readonly times: number
  /** A path of our own router. */
  readonly target: string
  readonly community: string | null
  readonly isPrivate: boolean
}

export interface Payload {
  readonly title: string
  readonly body: string
  readonly url: string
  readonly tag: string
}

/**
 * In characters. The encrypted payload may have at most 3,993 bytes (RFC 8291, 4), and notifications show two or three
 * lines.
 */
const MAX_BODY = 240
const MAX_TITLE = 80

export const payloadOf = ({ community, id, isPrivate, target, text, times }: Noticed): Payload => {
  if (isPrivate) {
    const body = "There is something new in one of your communities."
    return { title: APP_NAME, body, url: target, tag: id }
  }
  const said = times > 1 ? `${cutAtWord(text, MAX_BODY - 20)} (${times} times)` : cutAtWord(text, MAX_BODY)
  return { title: cutAtWord(community ?? APP_NAME, MAX_TITLE), body: said, url: target, tag: id }
}
