/**
 * The service worker: a script of its own beside the pages, which the build writes as `/service-worker.js`
 * (vite.config.ts). Pages of before and after an update work with it alike, so it takes over at once.
 */
import { open, show } from "./notices"
import { worker } from "./scope"

worker.addEventListener("install", (event) => event.waitUntil(worker.skipWaiting()))
worker.addEventListener("activate", (event) => event.waitUntil(worker.clients.claim()))
worker.addEventListener("push", (event) => event.waitUntil(show(event)))
worker.addEventListener("notificationclick", (event) => event.waitUntil(open(event)))
