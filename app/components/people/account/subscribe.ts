/** Subscribes this browser to push messages. Browsers allow this only after a click. */
import { serviceWorker } from "~/components/base/site/service-worker"

/** The fields that the server takes. All are empty in local mode, which uses no push service. */
export interface Address {
  readonly endpoint: string
  readonly p256dh: string
  readonly auth: string
}
export type Asked = { readonly ok: true; readonly address: Address } | { readonly ok: false; readonly why: string }

const LOCALLY: Asked = { ok: true, address: { endpoint: "", p256dh: "", auth: "" } }
const refused = (why: string): Asked => ({ ok: false, why })

const CANNOT =
  "This browser cannot show notifications. On an iPhone or iPad, add the site to the home screen and open it there."
const NOT_ALLOWED =
  "This browser blocks notifications from this site. Allow them in the browser's settings for this site, then try again."
const NO_SERVICE =
  "This browser could not reach its push service. Try again when you are online; in private windows there is often none."

const bytesOf = (base64url: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(base64url.replaceAll("-", "+").replaceAll("_", "/")), (letter) => letter.charCodeAt(0))

const isSame = (one: ArrayBuffer | null, other: Uint8Array) =>
  one !== null && one.byteLength === other.length && new Uint8Array(one).every((byte, at) => byte === other[at])

/** A browser has one subscription per site, bound to one key of the site. */
const addressFor = async ({ pushManager }: ServiceWorkerRegistration, key: Uint8Array<ArrayBuffer>) => {
  const known = await pushManager.getSubscription()
  if (known !== null && isSame(known.options.applicationServerKey, key)) return known
  await known?.unsubscribe()
  return pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key })
}

export const subscribe = async (publicKey: string, isLocal: boolean): Promise<Asked> => {
  if (!("Notification" in window && "PushManager" in window)) return isLocal ? LOCALLY : refused(CANNOT)
  if ((await Notification.requestPermission()) !== "granted") return refused(NOT_ALLOWED)
  const worker = await serviceWorker()
  if (worker === undefined) return isLocal ? LOCALLY : refused(CANNOT)
  try {
    await navigator.serviceWorker.ready
    const { endpoint, keys } = (await addressFor(worker, bytesOf(publicKey))).toJSON()
    return { ok: true, address: { endpoint: endpoint ?? "", p256dh: keys?.p256dh ?? "", auth: keys?.auth ?? "" } }
  } catch {
    return isLocal ? LOCALLY : refused(NO_SERVICE)
  }
}
