/** The service worker in a browser made of maps: a sign-out, and a change of its address. */
import { assert, beforeAll, beforeEach, describe, it, vi } from "vitest"

import { signedOutCookie } from "~/effects/people/wallet-session/signedOutCookie"

const SITE = "https://commons.example"

interface Handled {
  readonly response: Promise<Response> | undefined
  readonly done: Promise<unknown>
}
type Hear = (event: object) => void
const heard = new Map<string, Hear>()
const stores = new Map<string, Map<string, Response>>()
let network: (asked: Request | string, init?: RequestInit) => Promise<Response>
let pushManager: unknown

const cacheOf = (name: string) => {
  const pages = stores.get(name) ?? new Map<string, Response>()
  stores.set(name, pages)
  return {
    keys: async () => [...pages.keys()].map((url) => ({ url })),
    match: async (url: string) => pages.get(url)?.clone(),
    put: async (url: string, response: Response) => void pages.set(url, response),
    delete: async (url: string) => pages.delete(url),
    add: async () => undefined
  }
}

const happen = (type: string, event: object): Handled => {
  const waited: Array<Promise<unknown>> = []
  let reply: Promise<Response> | undefined
  const given = {
    ...event,
    waitUntil: (promise: Promise<unknown>) => void waited.push(promise),
    respondWith: (promise: Promise<Response>) => {
      reply = promise
    }
  }
  heard.get(type)?.(given)
  const done = Promise.resolve(reply).then(() => Promise.all(waited))
  // A test that reads only the response ignores this one: without a listener its rejection would fail the whole run.
  done.catch(() => undefined)
  return { response: reply, done }
}
const asking = (path: string, method = "GET") =>
  happen("fetch", {
    request: { url: `${SITE}${path}`, method, mode: method === "GET" ? "navigate" : "cors", destination: "" }
  })

const html = (reader: string, status = 200) => {
  const headers = { "Content-Type": "text/html; charset=utf-8", "X-Reader": reader }
  return Object.defineProperty(new Response("<title>Page</title>", { status, headers }), "clone", {
    value() {
      return Object.defineProperty(new Response("<title>Page</title>", { status, headers }), "type", { value: "basic" })
    }
  })
}
const kept = () =>
  [...stores].flatMap(([name, pages]) => [...pages.keys()].map((url) => `${name} ${new URL(url).pathname}`))

beforeAll(async () => {
  vi.stubGlobal("location", { origin: SITE })
  vi.stubGlobal("registration", {
    get pushManager() {
      return pushManager
    }
  })
  vi.stubGlobal("addEventListener", (type: string, hear: Hear) => heard.set(type, hear))
  vi.stubGlobal("fetch", (asked: Request | string, init?: RequestInit) => network(asked, init))
  vi.stubGlobal("caches", {
    keys: async () => [...stores.keys()],
    open: async (name: string) => cacheOf(name),
    delete: async (name: string) => stores.delete(name)
  })
  await import("../../app/worker/main")
  return () => vi.unstubAllGlobals()
})
beforeEach(() => {
  stores.clear()
  pushManager = undefined
  network = async () => html("")
})

describe("the service worker", () => {
  it("lets people sign out in a browser without notifications, and removes their pages", async () => {
    network = async () => html("ana")
    await asking("/userDashboard").done
    assert.deepStrictEqual(kept(), ["own ana /userDashboard"])
    network = async () => new Response(null, { status: 204 })
    assert.strictEqual((await asking("/api/wallet/session", "DELETE").response)?.status, 204)
    assert.deepStrictEqual(kept(), [])
  })

  it("removes the browser's address at a sign-out", async () => {
    const unsubscribe = vi.fn(async () => true)
    pushManager = { getSubscription: async () => ({ unsubscribe }) }
    network = async () => new Response(null, { status: 204 })
    await asking("/api/wallet/session", "DELETE").done
    assert.strictEqual(unsubscribe.mock.calls.length, 1)
  })

  const readSomething = async () => {
    network = async () => html("ana")
    await asking("/userDashboard").done
    assert.deepStrictEqual(kept(), ["own ana /userDashboard"])
    network = () => Promise.reject(new TypeError("no network"))
  }

  it("removes a person's pages at the sign-out, even if the server is not reached", async () => {
    await readSomething()
    const { response: reply } = asking("/api/wallet/session", "DELETE")
    assert.instanceOf(await reply?.catch((error: unknown) => error), TypeError)
    assert.deepStrictEqual(kept(), [])
  })

  it("accepts the sign-out of a cached page without a network, says so, and marks the browser", async () => {
    await readSomething()
    const form = async () => new Map([["intent", "sign-out"]])
    const request = { url: `${SITE}/`, method: "POST", mode: "navigate", destination: "document" }
    const { response: reply } = happen("fetch", { request: { ...request, clone: () => ({ formData: form }) } })
    const text = (await (await reply)?.text()) ?? ""
    assert.include(text, "You are signed out on this computer. We will tell the server as soon as it can be reached.")
    assert.include(text, `document.cookie="${signedOutCookie}"`)
    assert.deepStrictEqual(kept(), [])
  })

  it("caches no page that was requested before a sign-out and arrived after it", async () => {
    let arrive: (response: Response) => void = () => undefined
    network = () => new Promise((resolve) => (arrive = resolve))
    const late = asking("/userDashboard")
    network = async () => new Response(null, { status: 204 })
    await asking("/api/wallet/session", "DELETE").response
    arrive(html("ana"))
    await late.done
    assert.deepStrictEqual(kept(), [])
  })

  it("removes a page that no longer exists", async () => {
    await asking("/explore/garden").done
    assert.deepStrictEqual(kept(), ["pages /explore/garden"])
    network = async () => html("", 404)
    await asking("/explore/garden").done
    assert.deepStrictEqual(kept(), [])
  })

  it("sends the site a browser's new address, under the same key", async () => {
    const reported: Array<unknown> = []
    network = async (asked, init) => {
      reported.push([asked, init?.method, JSON.parse(String(init?.body))])
      return new Response(null, { status: 200 })
    }
    const toJSON = () => ({ endpoint: "https://push.example/new", keys: { p256dh: "key", auth: "secret" } })
    const subscribe = vi.fn(async () => ({ toJSON }))
    pushManager = { getSubscription: async () => null, subscribe }
    const key = new ArrayBuffer(65)
    await happen("pushsubscriptionchange", { oldSubscription: { options: { applicationServerKey: key } } }).done
    assert.deepStrictEqual(subscribe.mock.calls, [[{ userVisibleOnly: true, applicationServerKey: key }]] as unknown)
    const body = { endpoint: "https://push.example/new", p256dh: "key", auth: "secret" }
    assert.deepStrictEqual(reported, [["/api/push", "POST", body]])
    // Without a key there is nothing to request.
    await happen("pushsubscriptionchange", {}).done
    assert.lengthOf(reported, 1)
  })
})
