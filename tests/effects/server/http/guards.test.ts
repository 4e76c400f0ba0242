import { IncomingMessage, ServerResponse } from "node:http"
import { Socket } from "node:net"
import { FastCheck as fc } from "effect"
import { assert, describe, it } from "vitest"
import { makeBegin } from "~/effects/server/http/begin.server"
import { guard, type Incoming } from "~/effects/server/http/guards.server"
import { refusalReply } from "~/effects/server/http/refusal.server"

const OWN = "http://127.0.0.1:3000"
const asked = (change: Partial<Incoming> = {}) =>
  guard(
    {
      method: "GET",
      url: "/",
      origin: undefined,
      fetchSite: undefined,
      contentLength: undefined,
      transferEncoding: undefined,
      ...change
    },
    OWN
  )
const written = (change: Partial<Incoming> = {}) =>
  asked({ method: "POST", origin: OWN, contentLength: "2", ...change })

describe("guard: methods", () => {
  it.each(["GET", "HEAD"])("allows %s", (method) => assert.isUndefined(asked({ method })))
  it.each(["TRACE", "OPTIONS", "CONNECT", "PROPFIND", "get", ""])("refuses %j with 405", (method) =>
    assert.strictEqual(asked({ method })?.status, 405)
  )
})

describe("guard: pages", () => {
  it.each(["PUT", "PATCH", "DELETE"])("ignore %s", (method) => {
    assert.strictEqual(asked({ method, url: "/userDashboard", origin: OWN })?.status, 405)
    assert.strictEqual(asked({ method, url: "/api/../userDashboard", origin: OWN })?.status, 405)
  })
})

describe("guard: writes from another site (docs/product/safety.md)", () => {
  it.each(["POST", "PUT", "PATCH", "DELETE"])("are allowed for %s from our own pages only", (method) => {
    const url = "/api/wallet/session"
    assert.isUndefined(asked({ method, url, origin: OWN }))
    assert.isUndefined(asked({ method, url, fetchSite: "same-origin" }))
    for (const foreign of [
      {},
      { origin: "null" },
      { origin: "https://evil.example" },
      { origin: "http://127.0.0.1:3001" },
      { origin: "http://localhost:3000" },
      { origin: `${OWN}.evil.example` },
      { origin: "https://evil.example", fetchSite: "same-origin" },
      { fetchSite: "same-site" },
      { fetchSite: "cross-site" },
      { fetchSite: "none" }
    ]) {
      const refused = asked({ method, url, ...foreign })
      assert.deepInclude(refused, { status: 403, code: "E-ORIGIN" })
    }
  })

  it("are allowed from anywhere for reports of the content security policy, and for endpoints of local mode", () => {
    assert.isUndefined(asked({ method: "POST", url: "/api/csp-report" }))
    assert.isUndefined(asked({ method: "POST", url: "/local/clock" }))
  })

  it("are allowed for a mail program's post that unsubscribes (RFC 8058)", () => {
    assert.isUndefined(asked({ method: "POST", url: `/leave/${"a2".repeat(16)}?of=reply` }))
    assert.isUndefined(asked({ method: "POST", url: `/leave/${"a2".repeat(8)}` }))
  })

  it.each([
    "/local/../api/wallet/session",
    "/local/%2e%2e/api/wallet/session",
    "/local/./../api/wallet/session",
    "/localhost",
    "/api/csp-report/../wallet/session",
    "/api/csp-reporter",
    "/leave/short",
    `/leave/${"a".repeat(32)}/../../userDashboard`
  ])("are refused for %s", (url) => assert.strictEqual(asked({ method: "POST", url })?.status, 403))
})

describe("guard: lengths", () => {
  const sized = (url: string, bytes: number) => written({ url, contentLength: String(bytes) })?.status

  it("allows half a MiB, and 16 MiB for an upload", () => {
    assert.isUndefined(sized("/api/user/signup", 524_288))
    assert.strictEqual(sized("/api/user/signup", 524_289), 413)
    assert.isUndefined(sized("/api/image-upload/base/", 16 * 1_048_576))
    assert.strictEqual(sized("/api/image-upload/base/", 16 * 1_048_576 + 1), 413)
    assert.strictEqual(sized("/api/image-upload/base/../../user/signup", 524_289), 413)
  })

  it("allows 4 MiB for a list of payments, so that its page can refuse it with a message", () => {
    const pages = ["/community/detail/abc/tokenDistribution", "/community/detail/abc/members"]
    for (const path of pages.flatMap((page) => [page, `${page}.data`])) {
      assert.isUndefined(sized(path, 4 * 1_048_576))
      const refused = written({ url: path, contentLength: String(64 * 1_048_576) })
      assert.deepInclude(refused, { status: 413, message: "The list is larger than 3 MiB. Split it." })
      assert.strictEqual(sized(path, 4 * 1_048_576 + 1), 413)
    }
  })

  it("allows 11 MiB for an expense with its receipts", () => {
    for (const path of ["/community/detail/abc/expenses", "/community/detail/abc/expenses.data"]) {
      assert.isUndefined(sized(path, 11 * 1_048_576))
      assert.strictEqual(sized(path, 11 * 1_048_576 + 1), 413)
    }
  })

  it("requires the length", () =>
    assert.strictEqual(written({ contentLength: undefined, transferEncoding: "chunked" })?.status, 411))
})

describe("guard: addresses", () => {
  it.each(["", "*", "http://evil.example/", "/%", "/%zz", "/%ff", "/a%00b", "/%c0%ae"])("refuses %j with 400", (url) =>
    assert.strictEqual(asked({ url })?.status, 400)
  )

  // Resolved, each of them would be a path like any other.
  it.each(["/%/..", "/%ff/..", "/explore/%ff/../x", "/%00/..", "/%5C", "/\\", "/a%5Cb", "/%0a", "/x%7f", "/%c2%85"])(
    "checks %j before it is resolved",
    (url) => assert.deepInclude(asked({ url }), { status: 400, code: "E-ADDRESS" })
  )
  it.each(["/explore?q=%00", "/explore?%00=a", "/?a=1&b=x%1Fy", "/?q=%C2%80"])(
    "refuses control characters in %j",
    (url) => assert.deepInclude(asked({ url }), { status: 400, code: "E-ADDRESS" })
  )
  it.each(["/.", "/?q=a%0D%0A%09b", "/a/../b", "/explore/%F0%9F%98%80", "/explore?q=%ff", "/?%5C", "/%2e%2e/x"])(
    "allows %j",
    (url) => assert.isUndefined(asked({ url }))
  )

  it("refuses the router's former requests with our own message", () => {
    for (const url of ["/explore?_data=root", "/api/tags?a=1&_data", "/?%5Fdata=x", "/explore?q=?&_data=root"]) {
      assert.deepInclude(asked({ url }), { status: 400, code: "E-ADDRESS" })
    }
    assert.isUndefined(asked({ url: "/explore.data?_routes=root&q=_data" }))
  })

  it("refuses an address of more than 8,192 characters", () => {
    assert.isUndefined(asked({ url: `/${"a".repeat(8_191)}` }))
    assert.strictEqual(asked({ url: `/${"a".repeat(8_192)}` })?.status, 414)
  })

  it("refuses a path with more segments than any address has, in any spelling", () => {
    assert.isUndefined(asked({ url: "/a".repeat(63) }))
    assert.isUndefined(asked({ url: `/explore?q=${"/".repeat(4_000)}` }))
    for (const url of [
      "/a".repeat(64),
      `${"/".repeat(4_000)}x`,
      "/.//".repeat(64),
      `/assets${"/".repeat(4_000)}x.js`
    ]) {
      assert.deepInclude(asked({ url }), { status: 414, code: "E-ADDRESS" })
    }
  })

  it("accepts paths of links alone in look-ups, and no more at a time than a page has", () => {
    const manifest = (paths: ReadonlyArray<string>) =>
      asked({ url: `/__manifest?version=1&${new URLSearchParams(paths.map((path) => ["p", path]))}` })
    const links = Array.from({ length: 150 }, (_, n) => `/community/detail/abcdefgh${n}`)
    assert.isUndefined(manifest(links))
    assert.deepInclude(manifest([]), { status: 400, code: "E-ADDRESS" })
    assert.deepInclude(asked({ url: "/__manifest" }), { status: 400, code: "E-ADDRESS" })
    assert.deepInclude(manifest([`/${"a".repeat(7_640)}`]), { status: 414, code: "E-ADDRESS" })
    for (const path of ["/%", "/a/%ff", "/%5C"]) {
      assert.deepInclude(manifest(["/explore", path]), { status: 400, code: "E-ADDRESS" })
    }
    for (const paths of [["/a".repeat(64)], ["/".repeat(2_000)], Array<string>(40).fill("/a".repeat(30))]) {
      assert.deepInclude(manifest(paths), { status: 414, code: "E-ADDRESS" })
    }
  })

  it("handles any text without throwing, and never allows a foreign write", () =>
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), fc.string(), (tail, origin) => {
        asked({ url: tail })
        fc.pre(origin !== OWN)
        const refused = asked({ method: "POST", url: `/api/${tail}`, origin })
        // "..": the only way out of /api, to an endpoint that is open to everybody anyway.
        if (refused === undefined) assert.match(tail, /local|csp-report/)
      })
    ))
})

describe("a refusal before the router", () => {
  const refused = { status: 413, code: "E-SIZE", message: "The request is too large." }

  it("is JSON with its code for a script, and a page with a way on for a person's browser", () => {
    for (const accept of [undefined, "*/*", "application/json"]) {
      const { text, type } = refusalReply(refused, { accept, requestId: "r-1" })
      assert.strictEqual(type, "application/json; charset=utf-8")
      assert.deepStrictEqual(JSON.parse(text), { code: "E-SIZE", message: refused.message, requestId: "r-1" })
    }
    const { text, type } = refusalReply(refused, { accept: "text/html,*/*;q=0.8", requestId: "r-1" })
    assert.strictEqual(type, "text/html; charset=utf-8")
    for (const part of [refused.message, "<code>r-1</code>", '<a href="/">']) assert.include(text, part)
  })
})

describe("the headers of every response", () => {
  const begin = makeBegin({
    isTrusted: () => false,
    appOrigin: "https://commonhold.example",
    outside: { connect: [], images: [] },
    beginRequest: undefined,
    isStopping: () => false
  })
  const responseTo = (method: string, url: string) => {
    const request = Object.assign(new IncomingMessage(new Socket()), { method, url })
    const response = new ServerResponse(request)
    begin(request, response)
    return response
  }

  it.each(["/files/a", "/files/a/-/preview/1x1/", "/x/../files/a", "/x/%2e%2e/files/a"])(
    "let nothing run in %s",
    (url) =>
      assert.strictEqual(responseTo("GET", url).getHeader("Content-Security-Policy"), "default-src 'none'; sandbox")
  )
  it.each([
    ["GET", "/", 200],
    ["GET", "/files/../explore", 200],
    ["TRACE", "/", 405],
    ["POST", "/api/tags", 403],
    ["GET", "/%zz", 400]
  ])("are set on %s %s as well", (method, url, status) => {
    const response = responseTo(method, url)
    assert.strictEqual(response.statusCode, status)
    assert.match(String(response.getHeader("Content-Security-Policy")), /script-src 'nonce-[^']+' 'strict-dynamic'/)
    assert.strictEqual(response.getHeader("X-Content-Type-Options"), "nosniff")
    assert.strictEqual(response.getHeader("X-Frame-Options"), "DENY")
    assert.match(String(response.getHeader("Strict-Transport-Security")), /^max-age=31536000/)
    assert.match(String(response.getHeader("X-Request-Id")), /^[0-9a-f-]{36}$/)
  })
})
