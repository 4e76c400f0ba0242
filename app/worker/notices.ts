/** Shows what is pushed, and opens its page (docs/product/notifications.md). */
import { readNotice } from "./readNotice"
import { type NotificationEvent, type PushEvent, worker } from "./scope"

export const show = ({ data }: PushEvent): Promise<void> => {
  const { body, tag, title, url } = readNotice(data?.text() ?? "")
  return worker.registration.showNotification(title, { body, tag, data: url, icon: "/icon-192.png" })
}

/** In a page of the site that is open, else in a new one. */
export const open = async ({ notification }: NotificationEvent): Promise<void> => {
  notification.close()
  const address = new URL(String(notification.data), worker.location.origin)
  const pages = await worker.clients.matchAll({ type: "window" })
  const there = pages.find(({ url }) => url === address.href)
  if (there !== undefined) return void (await there.focus())
  await worker.clients.openWindow(address.href)
}
