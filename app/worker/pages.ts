/**
 * Pages that were read, kept for reading offline. Pages of somebody who is signed in lie in a store of their own, named
 * after the session by the server (`X-Reader`); it is emptied as soon as an answer comes for nobody or for another one.
 * The network always comes first: what is kept is only shown where there is none.
 */
import { assetsOf, marked, offlinePage, type Readable, signedOutPage, titleOf } from "./offlinePage"
import { type Kept, keyOf, MAX_PAGE_BYTES, mayKeep, OWN_LIFE, surplusOf } from "./rules"
import { worker } from "./scope"

const PUBLIC = "pages"
const OWN = "own "
const ASSETS = "assets"
/** Stylesheets and fonts of the pages; names change with their contents, so the oldest are of former releases. */
const MAX_ASSETS = 60

/** Not there, or not for the reader, by now. */
const GONE: ReadonlySet<number> = new Set([403, 404, 410])

const { origin } = worker.location

/** Everything that belongs to a person, but the store of `reader`. */
export const forgetOwn = async (reader = ""): Promise<void> => {
  const names = await caches.keys()
  await Promise.all(
    names.filter((name) => name.startsWith(OWN) && name !== OWN + reader).map((name) => caches.delete(name))
  )
}

/** A page may still be on its way when its person signs out: what was asked for before is not kept after. */
let signOuts = 0
export const signOutsSoFar = (): number => signOuts
export const forgetSignedOut = (): Promise<void> => {
  signOuts += 1
  return forgetOwn()
}

/** Also what a former release of this file kept under other names. */
export const tidy = async (): Promise<void> => {
  const names = await caches.keys()
  const known = (name: string) => [PUBLIC, ASSETS].includes(name) || name.startsWith(OWN)
  await Promise.all(names.filter((name) => !known(name)).map((name) => caches.delete(name)))
}

interface Stored extends Kept, Readable {
  readonly store: string
}

const keptIn = async (store: string): Promise<ReadonlyArray<Stored>> => {
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

/** Stores with pages: first a person's own. */
const stores = async () => [...(await caches.keys()).filter((name) => name.startsWith(OWN)), PUBLIC]

/** From the longest kept to the newest. */
const everything = async () => {
  const all = await Promise.all((await stores()).map(keptIn))
  return all.flat().toSorted((one, other) => one.at - other.at)
}

const keepAssets = async (paths: ReadonlyArray<string>) => {
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
  await keepAssets(assetsOf(html))
}

const isPage = ({ headers, redirected, status, type }: Response) =>
  status === 200 && !redirected && type === "basic" && headers.get("Content-Type")?.startsWith("text/html") === true

const forget = async (address: string) => {
  for (const store of await stores()) await (await caches.open(store)).delete(keyOf(address))
}

/**
 * Keeps a page that has just been read, and forgets whoever was signed in before; one that is not there any more goes.
 * @param asked the sign-outs there had been when it was asked for
 */
export const keep = async (address: string, response: Response, asked: number): Promise<void> => {
  if (asked !== signOuts) return
  if (response.type !== "basic" || response.headers.get("Content-Type")?.startsWith("text/html") !== true) return
  if (response.status >= 500) return // says nothing about who is signed in
  const reader = response.headers.get("X-Reader") ?? ""
  await forgetOwn(reader)
  if (GONE.has(response.status)) return forget(address)
  if (!isPage(response) || !mayKeep(address, origin)) return
  const policy = response.headers.get("Content-Security-Policy") ?? ""
  await put(reader === "" ? PUBLIC : OWN + reader, address, await response.text(), policy)
  if (signOuts !== asked) await forgetOwn()
}

/** A page that came without its document: one that was walked to, or was open before there was a worker. */
export const keepByAddress = async (address: string): Promise<void> => {
  if (!mayKeep(address, origin)) return
  const asked = signOutsSoFar()
  const response = await fetch(address, { headers: { Accept: "text/html" } }).catch(() => undefined)
  if (response !== undefined) await keep(address, response, asked)
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

/** What is shown where there is no network. */
export const readOffline = async (address: string): Promise<Response> => {
  const now = Date.now()
  const isReadable = ({ at, store }: Stored) => store === PUBLIC || now - at < OWN_LIFE
  const readable = (await everything()).filter(isReadable).reverse()
  const found = readable.find(({ address: kept }) => kept === keyOf(address))
  const response = found === undefined ? undefined : await (await caches.open(found.store)).match(found.address)
  if (found === undefined || response === undefined) {
    return html(offlinePage(readable, address, now), 503, "default-src 'none'; style-src 'unsafe-inline'")
  }
  const policy = response.headers.get("Content-Security-Policy") ?? "default-src 'self'; script-src 'none'"
  return html(marked(await response.text(), found.at, now), 200, policy)
}

/** For a sign-out that did not reach the server. Its one script sets what makes further requests nobody's, and tells the server. */
export const signedOut = (): Response =>
  html(
    signedOutPage,
    503,
    "default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'; connect-src 'self'"
  )

/** A stylesheet or font: from the network, and from what pages were kept with where there is none. */
export const assetOf = async (request: Request): Promise<Response> => {
  try {
    return await fetch(request)
  } catch (failure) {
    const kept = await (await caches.open(ASSETS)).match(request.url)
    if (kept === undefined) throw failure
    return kept
  }
}
