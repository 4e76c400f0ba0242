/**
 * The service worker: a separate script, which the build writes as `/service-worker.js` (vite.config.ts). It shows
 * notifications and stores visited pages for reading offline. Pages from before and after an update work with it alike,
 * so a new version takes over immediately. Requests that it does not handle go to the network as usual.
 */
import { assetOf, cacheByAddress, forgetSignedOut, readOffline, signedOut, signOutsSoFar, store, tidy } from "./pages"
import { readNotice } from "./readNotice"
import { type FetchEvent, type NotificationEvent, type PushEvent, type SubscriptionChange, worker } from "./scope"

/** Shows a push notification; a click on it opens its page (docs/product/notifications.md). */
const show = ({ data }: PushEvent): Promise<void> => {
  const { body, tag, title, url } = readNotice(data?.text() ?? "")
  return worker.registration.showNotification(title, { body, tag, data: url, icon: "/icon-192.png" })
}

/** In an open page of the site, else in a new one. */
const open = async ({ notification }: NotificationEvent): Promise<void> => {
  notification.close()
  const address = new URL(String(notification.data), worker.location.origin)
  const pages = await worker.clients.matchAll({ type: "window" })
  const there = pages.find(({ url }) => url === address.href)
  if (there !== undefined) return void (await there.focus())
  await worker.clients.openWindow(address.href)
}

/**
 * The browser has revoked its push address. Subscribes again with the same site key, and sends the new address to the
 * server.
 */
const renew = async ({ newSubscription, oldSubscription }: SubscriptionChange): Promise<void> => {
  const { pushManager } = worker.registration
  const key = oldSubscription?.options.applicationServerKey ?? null
  const known = newSubscription ?? (await pushManager.getSubscription())
  const subscription =
    known ?? (key && (await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key })))
  if (subscription === null) return
  const { endpoint, keys } = subscription.toJSON()
  await fetch("/api/push", {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify({ endpoint, p256dh: keys?.p256dh, auth: keys?.auth })
  })
}

/** Unsubscribes the browser. Some browsers have service workers and no notifications. */
const stop = async (): Promise<void> => {
  const subscription = await worker.registration.pushManager.getSubscription()
  await subscription?.unsubscribe()
}

const SESSION = "/api/wallet/session"

/** Page requests, network first. Storing the copy does not delay the response. */
const page = async (event: FetchEvent): Promise<Response> => {
  const asked = signOutsSoFar()
  try {
    const response = await fetch(event.request)
    event.waitUntil(store(event.request.url, response.clone(), asked).catch(() => undefined))
    return response
  } catch {
    return readOffline(event.request.url)
  }
}

/** Signs out in this browser even without a network: deletes the person's stored pages, and shows them no more. */
const signOut = async (event: FetchEvent): Promise<Response> => {
  event.waitUntil(stop().catch(() => undefined))
  await forgetSignedOut().catch(() => undefined)
  return fetch(event.request)
}

/** A form of a page without scripts, such as a stored copy. Without a network only signing out works. */
const sent = async (event: FetchEvent): Promise<Response> => {
  const form = event.request.clone().formData()
  try {
    return await fetch(event.request)
  } catch (failure) {
    const intent = await form.then((fields) => fields.get("intent")).catch(() => null)
    if (intent !== "sign-out") throw failure
    event.waitUntil(stop().catch(() => undefined))
    await forgetSignedOut()
    return signedOut()
  }
}

worker.addEventListener("fetch", (event) => {
  const { destination, method, mode, url } = event.request
  const { origin, pathname } = new URL(url)
  if (origin !== worker.location.origin) return
  if (method === "DELETE" && pathname === SESSION) return event.respondWith(signOut(event))
  if (method === "POST" && mode === "navigate" && pathname === "/") return event.respondWith(sent(event))
  if (method !== "GET") return
  if (mode === "navigate") return event.respondWith(page(event))
  if (pathname.startsWith("/assets/") && ["font", "style"].includes(destination))
    event.respondWith(assetOf(event.request))
})

const begin = async () => {
  await worker.clients.claim()
  await tidy()
  const pages = await worker.clients.matchAll({ type: "window" })
  await Promise.all(pages.map(({ url }) => cacheByAddress(url)))
}

worker.addEventListener("install", (event) => event.waitUntil(worker.skipWaiting()))
worker.addEventListener("activate", (event) => event.waitUntil(begin()))
/** A page reports a navigation within the router (components/base/site/service-worker.ts). */
worker.addEventListener("message", (event) => {
  const address: unknown = event.data
  if (typeof address === "string") event.waitUntil(cacheByAddress(address))
})
worker.addEventListener("push", (event) => event.waitUntil(show(event)))
worker.addEventListener("pushsubscriptionchange", (event) => event.waitUntil(renew(event)))
worker.addEventListener("notificationclick", (event) => event.waitUntil(open(event)))
