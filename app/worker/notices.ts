/** Shows push notifications, and opens their page when clicked (docs/product/notifications.md). */
import { readNotice } from "./readNotice"
import { type NotificationEvent, type PushEvent, type SubscriptionChange, worker } from "./scope"

export const show = ({ data }: PushEvent): Promise<void> => {
  const { body, tag, title, url } = readNotice(data?.text() ?? "")
  return worker.registration.showNotification(title, { body, tag, data: url, icon: "/icon-192.png" })
}

/** In an open page of the site, else in a new one. */
export const open = async ({ notification }: NotificationEvent): Promise<void> => {
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
export const renew = async ({ newSubscription, oldSubscription }: SubscriptionChange): Promise<void> => {
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
export const stop = async (): Promise<void> => {
  const subscription = await worker.registration.pushManager.getSubscription()
  await subscription?.unsubscribe()
}
