/**
 * The APIs that the service worker uses. TypeScript's types for workers and for pages cannot be loaded together, so
 * these few are declared here (Service Workers, Push API and Notifications API of the W3C and WHATWG).
 */
export interface Waiting extends Event {
  readonly waitUntil: (done: Promise<unknown>) => void
}
export interface PushEvent extends Waiting {
  readonly data: { readonly text: () => string } | null
}
/** Browsers ignore options that they no longer know. */
export interface SubscriptionChange extends Waiting {
  readonly newSubscription?: PushSubscription | null
  readonly oldSubscription?: PushSubscription | null
}
export interface NotificationEvent extends Waiting {
  readonly notification: Notification
}
export interface FetchEvent extends Waiting {
  readonly request: Request
  readonly respondWith: (response: Promise<Response>) => void
}

export interface MessageFromPage extends Waiting {
  readonly data: unknown
}

export interface Client {
  readonly url: string
  readonly focus: () => Promise<Client>
}

interface Events {
  readonly install: Waiting
  readonly activate: Waiting
  readonly push: PushEvent
  readonly pushsubscriptionchange: SubscriptionChange
  readonly notificationclick: NotificationEvent
  readonly fetch: FetchEvent
  readonly message: MessageFromPage
}

export interface Scope {
  readonly location: { readonly origin: string }
  readonly registration: ServiceWorkerRegistration
  readonly skipWaiting: () => Promise<void>
  readonly clients: {
    readonly claim: () => Promise<void>
    readonly matchAll: (wanted: { readonly type: "window" }) => Promise<ReadonlyArray<Client>>
    readonly openWindow: (url: string) => Promise<Client | null>
  }
  readonly addEventListener: <Name extends keyof Events>(name: Name, hear: (event: Events[Name]) => void) => void
}

/** The worker itself. */
export const worker = globalThis as unknown as Scope // this file runs nowhere else
