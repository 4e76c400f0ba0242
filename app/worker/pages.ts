/**
 * Visited pages, stored for reading offline. Pages of a signed-in person are in a separate cache, named after the
 * session by the server (`X-Reader`); it is deleted as soon as a response arrives for a visitor or for another session.
 * The network always comes first: stored pages are shown only without one.
 */
import { assetsOf, marked, offlinePage, type Readable, signedOutPage, titleOf } from "./offlinePage"
import { type Cached, keyOf, MAX_PAGE_BYTES, mayStore, OWN_LIFE, surplusOf } from "./rules"
import { worker } from "./scope"

const PUBLIC = "pages"
const OWN = "own "
const ASSETS = "assets"
/** Style sheets and fonts of the pages; their names contain a hash, so the oldest belong to earlier releases. */
const MAX_ASSETS = 60

/** Statuses of pages that no longer exist or that the reader may no longer see. */
const GONE: ReadonlySet<number> = new Set([403, 404, 410])

const { origin } = worker.location

/** Deletes every person's cache except that of `reader`. */
export const forgetOwn = async (reader = ""): Promise<void> => {
  const names = await caches.keys()
  await Promise.all(
    names.filter((name) => name.startsWith(OWN) && name !== OWN + reader).map((name) => caches.delete(name))
  )
}

/** Counts sign-outs: a response to a request from before a sign-out must not be stored after it. */
let signOuts = 0
export const signOutsSoFar = (): number => signOuts
export const forgetSignedOut = (): Promise<void> => {
  signOuts += 1
  return forgetOwn()
}

/** Also deletes caches that an earlier release of this file named differently. */
export const tidy = async (): Promise<void> => {
  const names = await caches.keys()
  const known = (name: string) => [PUBLIC, ASSETS].includes(name) || name.startsWith(OWN)
  await Promise.all(names.filter((name) => !known(name)).map((name) => caches.delete(name)))
}

interface Stored extends Cached, Readable {
  readonly store: string
}

const cachedIn = async (store: string): Promise<ReadonlyArray<Stored>> => {
  const cache = await caches.open(store)
  const requests = await cache.keys()
  return Promise.all(
    requests.map(async ({ url }) => {
      const headers = (await cache.match(url))?.headers
      const numberOf = (name: string) => Number(headers?.get(name) ?? 0)
      const title = decodeURIComponent(headers?.get("X-Title") ?? "")
      return {
        store,
        key: `${store} ${url}`,
        address: url,
        bytes: numberOf("X-Bytes"),
        at: numberOf("X-Kept-At"),
        title
      }
    })
  )
}

/** Caches with pages: a person's own first. */
const stores = async () => [...(await caches.keys()).filter((name) => name.startsWith(OWN)), PUBLIC]

/** From the oldest to the newest. */
const everything = async () => {
  const all = await Promise.all((await stores()).map(cachedIn))
  return all.flat().toSorted((one, other) => one.at - other.at)
}

const cacheAssets = async (paths: ReadonlyArray<string>) => {
  const cache = await caches.open(ASSETS)
  for (const path of paths) {
    if ((await cache.match(path)) === undefined) await cache.add(path).catch(() => undefined)
  }
  const all = await cache.keys()
  await Promise.all(all.slice(0, Math.max(0, all.length - MAX_ASSETS)).map((each) => cache.delete(each)))
}

const put = async (store: string, address: string, html: string, policy: string) => {
  const bytes = new Blob([html]).size
  if (bytes > MAX_PAGE_BYTES) return
  const cache = await caches.open(store)
  const headers = {
    "Content-Type": "text/html; charset=utf-8",
    "Content-Security-Policy": policy,
    "X-Kept-At": String(Date.now()),
    "X-Bytes": String(bytes),
    "X-Title": encodeURIComponent(titleOf(html))
  }
  await cache.put(keyOf(address), new Response(html, { headers }))
  const all = await everything()
  const surplus = new Set(surplusOf(all))
  for (const { address, key, store } of all) {
    if (surplus.has(key)) await (await caches.open(store)).delete(address)
  }
  await cacheAssets(assetsOf(html))
}

const isPage = ({ headers, redirected, status, type }: Response) =>
  status === 200 && !redirected && type === "basic" && headers.get("Content-Type")?.startsWith("text/html") === true

const forget = async (address: string) => {
  for (const store of await stores()) await (await caches.open(store)).delete(keyOf(address))
}

/**
 * Stores a page that was just read, and deletes other people's pages; a page that no longer exists is deleted.
 * @param asked the number of sign-outs when it was requested
 */
export const store = async (address: string, response: Response, asked: number): Promise<void> => {
  if (asked !== signOuts) return
  if (response.type !== "basic" || response.headers.get("Content-Type")?.startsWith("text/html") !== true) return
  if (response.status >= 500) return // contains nothing about who is signed in
  const reader = response.headers.get("X-Reader") ?? ""
  await forgetOwn(reader)
  if (GONE.has(response.status)) return forget(address)
  if (!isPage(response) || !mayStore(address, origin)) return
  const policy = response.headers.get("Content-Security-Policy") ?? ""
  await put(reader === "" ? PUBLIC : OWN + reader, address, await response.text(), policy)
  if (signOuts !== asked) await forgetOwn()
}

/**
 * A page that was shown without loading its document: by navigation within the router, or before there was a service
 * worker.
 */
export const cacheByAddress = async (address: string): Promise<void> => {
  if (!mayStore(address, origin)) return
  const asked = signOutsSoFar()
  const response = await fetch(address, { headers: { Accept: "text/html" } }).catch(() => undefined)
  if (response !== undefined) await store(address, response, asked)
}

const html = (text: string, status: number, policy: string) =>
  new Response(text, {
    status,
    headers: {
      "Content-Type": "text/html; charset=utf-8",
      "Content-Security-Policy": policy,
      "Cache-Control": "no-store"
    }
  })

/** The response to a page request without a network. */
export const readOffline = async (address: string): Promise<Response> => {
  const now = Date.now()
  const isReadable = ({ at, store }: Stored) => store === PUBLIC || now - at < OWN_LIFE
  const readable = (await everything()).filter(isReadable).reverse()
  const found = readable.find(({ address: cached }) => cached === keyOf(address))
  const response = found === undefined ? undefined : await (await caches.open(found.store)).match(found.address)
  if (found === undefined || response === undefined) {
    return html(offlinePage(readable, address, now), 503, "default-src 'none'; style-src 'unsafe-inline'")
  }
  const policy = response.headers.get("Content-Security-Policy") ?? "default-src 'self'; script-src 'none'"
  return html(marked(await response.text(), found.at, now), 200, policy)
}

/**
 * For a sign-out that did not reach the server. Its one script sets a cookie that makes further requests anonymous, and
 * tells the server.
 */
export const signedOut = (): Response =>
  html(
    signedOutPage,
    503,
    "default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'; connect-src 'self'"
  )

/** A style sheet or font: from the network, or without one from the cache of the stored pages. */
export const assetOf = async (request: Request): Promise<Response> => {
  try {
    return await fetch(request)
  } catch (failure) {
    const cached = await (await caches.open(ASSETS)).match(request.url)
    if (cached === undefined) throw failure
    return cached
  }
}
