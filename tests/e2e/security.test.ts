/**
 * Headers of every response, and what other sites may not do (docs/goals.md B11; docs/product/safety.md;
 * docs/product/errors.md).
 */
import { request } from "node:http"
import { expect, test } from "./fixtures"
import { signUp, somebody, someHoursLater } from "./wizard-steps"

const paths = ["/", "/signup", "/userDashboard", "/api/tags", "/api/nothing", "/nothing", "/healthz", "/favicon.svg"]

test("every response, errors included, carries the security headers @short", async ({ server }) => {
  for (const path of paths) {
    const { headers } = await fetch(`${server.origin}${path}`)
    const policy = headers.get("content-security-policy") ?? ""
    expect(policy, path).toMatch(/script-src 'nonce-[\w+/=]{20,}' 'strict-dynamic'/)
    for (const part of ["object-src 'none'", "base-uri 'none'", "frame-ancestors 'none'", "form-action 'self'"]) {
      expect(policy, path).toContain(part)
    }
    expect(policy, path).toContain("require-trusted-types-for 'script'")
    expect(policy, path).not.toContain("unsafe-")
    expect(headers.get("x-content-type-options"), path).toBe("nosniff")
    expect(headers.get("referrer-policy"), path).not.toBeNull()
    expect(headers.get("x-request-id"), path).toMatch(/^[0-9a-f-]{36}$/)
  }
})

test("an idle connection stays open longer than a proxy's pool keeps it @short", async ({ server }) => {
  const { headers } = await fetch(`${server.origin}/healthz`)
  expect(headers.get("keep-alive")).toBe("timeout=130")
})

test("each page has a nonce of its own", async ({ server }) => {
  const nonce = async () =>
    /nonce-([^']+)/.exec((await fetch(server.origin)).headers.get("content-security-policy") ?? "")?.[1]
  expect(await nonce()).not.toBe(await nonce())
})

test("a write from another site, or without an origin, is refused in JSON @short", async ({ server }) => {
  const origins: ReadonlyArray<Record<string, string>> = [
    { Origin: "https://evil.example" },
    { Origin: "null" },
    { Origin: `${server.origin}.evil.example` },
    {},
    { "Sec-Fetch-Site": "cross-site" },
    { "Sec-Fetch-Site": "same-site" }
  ]
  const writes = [
    ["POST", "/api/wallet/challenge"],
    ["POST", "/api/wallet/session"],
    ["DELETE", "/api/wallet/session"],
    ["POST", "/api/user/signup"],
    ["POST", "/api/email-verification?user_email=a%40b.c"],
    ["POST", "/api/image-upload/base/"],
    ["POST", "/userDashboard/edit"],
    ["POST", "/"]
  ]
  for (const headers of origins) {
    for (const [method = "", path = ""] of writes) {
      const response = await fetch(`${server.origin}${path}`, {
        method,
        headers: { "Content-Type": "application/json", ...headers },
        ...(method === "POST" ? { body: "{}" } : {})
      })
      expect(response.status, `${method} ${path} ${JSON.stringify(headers)}`).toBe(403)
      expect(await response.json()).toMatchObject({ code: "E-ORIGIN", requestId: expect.any(String) })
    }
  }
})

test("odd requests get a status below 500", async ({ server }) => {
  const { hostname, port } = new URL(server.origin)
  const ask = (method: string, path: string, headers: Record<string, string> = {}) =>
    new Promise<number>((resolve, reject) => {
      const asking = request({ hostname, port, method, path, headers }, (response) => {
        response.resume()
        resolve(response.statusCode ?? 0)
      })
      asking.on("error", reject)
      asking.end()
    })
  const odd: ReadonlyArray<readonly [string, string, Record<string, string>?]> = [
    ["TRACE", "/"],
    ["PROPFIND", "/"],
    ["OPTIONS", "/api/tags"],
    ["GET", "/%E0%A4%A"],
    ["GET", "/%00"],
    ["GET", "//evil.example/"],
    ["GET", "/../../etc/passwd"],
    ["GET", `/?${"a".repeat(9_000)}`],
    ["GET", "/", { Host: "evil.example" }],
    ["GET", "/", { Host: "a b" }],
    ["GET", "/", { Cookie: "__Host-session=%%%; theme=\u00ff" }],
    ["GET", "/files/..%2f..%2fetc/-/preview/1000x562/"],
    ["GET", "/favicon.svg", { Range: "bytes=99999999-" }],
    ["HEAD", "/favicon.svg", { "If-Match": '"another"' }],
    ["GET", "/userDashboard/userProfile/1%20OR%201=1"],
    ["POST", "/api/wallet/session", { Origin: server.origin, "Content-Length": "0" }],
    // Raw paths, which are checked before they are resolved.
    ...["/%5C", "/%/..", "/%ff/..", "/a/%/../b", "/explore/%ff/../x", "/%00/.."].map((path) => ["GET", path] as const),
    // The router would check the origin of everything but a GET, and fail with a defect.
    ...["null", "junk", "https://evil.example"].flatMap((Origin) => [
      ["HEAD", "/_root.data", { Origin }] as const,
      ["HEAD", "/explore.data", { Origin }] as const,
      ["HEAD", "/explore", { Origin }] as const,
      ["POST", "/local/styleguide", { Origin, "Content-Length": "0" }] as const,
      ["POST", "/local/mailbox.data", { Origin, "Content-Length": "0" }] as const,
      // A mail program's own page, on which a person clicks "unsubscribe".
      ["POST", `/leave/${"a".repeat(32)}`, { Origin, "Content-Length": "0" }] as const
    ])
  ]
  for (const [method, path, headers] of odd) {
    const status = await ask(method, path, headers)
    expect(status, `${method} ${path}`).toBeGreaterThanOrEqual(200)
    expect(status, `${method} ${path}`).toBeLessThan(500)
  }
})

test("a range of a file is that range, whatever encodings a browser accepts", async ({ server }) => {
  const whole = await (await fetch(`${server.origin}/site.webmanifest`)).text()
  const headers = { Range: "bytes=0-599", "Accept-Encoding": "gzip, br" }
  const part = await fetch(`${server.origin}/site.webmanifest`, { headers })
  expect(part.status).toBe(206)
  expect(part.headers.get("content-encoding")).toBeNull()
  expect(await part.text()).toBe(whole.slice(0, 600))
})

test("cookies have strict attributes, and the log contains no code, cookie, proof or address", async ({
  local,
  mailbox,
  page,
  server,
  wallet
}, testInfo) => {
  await someHoursLater(local)
  const cookies: Array<string> = []
  page.on("response", async (response) => {
    for (const { name, value } of await response.headersArray())
      if (name.toLowerCase() === "set-cookie") cookies.push(value)
  })
  const person = somebody(testInfo)
  await signUp(page, mailbox, person)
  expect(cookies.length).toBeGreaterThan(1)
  for (const cookie of cookies) {
    expect(cookie).toMatch(/^__Host-[a-z]+=/)
    for (const flag of ["Path=/", "HttpOnly", "Secure", "SameSite=Lax"]) expect(cookie).toContain(flag)
    expect(cookie).not.toContain("Domain=")
  }
  const log = server.log()
  const secrets = [person.email, wallet.address, ...(await page.context().cookies()).map(({ value }) => value)]
  const email = (await mailbox.emails()).find(({ to }) => to === person.email)
  secrets.push(email?.text.match(/\b\d{6}\b/)?.[0] ?? "no code")
  for (const secret of secrets) expect(log).not.toContain(secret)
})
