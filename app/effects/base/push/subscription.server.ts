/** A browser's push subscription (Push API, `PushSubscription.toJSON`), and which ones are accepted. */
import { Option } from "effect"
import { isPublicHost } from "~/effects/base/outward/publicLookup.server"
import { bytesOf, isPublicKey } from "./vapid.server"

export interface Subscription {
  /** At a push service. Anyone who knows it can send to the browser, so it is never shown. */
  readonly endpoint: string
  /** The browser's P-256 key, base64url. */
  readonly p256dh: string
  /** 16 bytes, base64url. */
  readonly auth: string
}

const MAX_ENDPOINT = 2_000
const AUTH_BYTES = 16

/**
 * https on the default port of a public host, without user name and password. Names are resolved when they are used.
 */
const isEndpoint = (text: string): boolean => {
  if (text.length > MAX_ENDPOINT || !URL.canParse(text)) return false
  const { hash, hostname, password, port, protocol, username } = new URL(text)
  const isPlain = [hash, password, port, username].every((part) => part === "")
  return protocol === "https:" && isPlain && isPublicHost(hostname)
}

export const isSubscription = ({ auth, endpoint, p256dh }: Subscription): boolean =>
  isEndpoint(endpoint) && isPublicKey(p256dh) && Option.isSome(bytesOf(auth, AUTH_BYTES))

/** Subscription of a browser in local mode, where no push service is used. Nothing is ever sent to it. */
export const LOCAL_ENDPOINT = "local:"
