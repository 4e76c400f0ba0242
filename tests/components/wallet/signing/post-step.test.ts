import { afterEach, assert, it, vi } from "vitest"
import { isPassing, postStep } from "~/components/wallet/signing/post-step"

afterEach(() => vi.unstubAllGlobals())

it.each<[string, () => Promise<Response>, boolean]>([
  ["no answer", () => Promise.reject(new TypeError("no network")), true],
  ["a server in trouble", async () => new Response("", { status: 503 }), true],
  ["a proxy's page with 403", async () => new Response("<html>Forbidden</html>", { status: 403 }), true],
  ["a proxy's JSON with 413", async () => Response.json({ error: "too large" }, { status: 413 }), true],
  ["the page of a hotel's network", async () => new Response("<html>Welcome</html>"), true],
  [
    "too many requests",
    async () => Response.json({ code: "E-LIMIT" }, { status: 429, headers: { "Retry-After": "12" } }),
    true
  ],
  ["a limit of the thing itself", async () => Response.json({ code: "E-LIMIT" }, { status: 429 }), false],
  ["a refusal", async () => Response.json({ code: "E-STATE" }, { status: 409 }), false],
  ["a yes", async () => Response.json({}), false]
])("%s: decides whether to send the same again", async (_, respond, passing) => {
  vi.stubGlobal("fetch", respond)
  assert.strictEqual(isPassing(await postStep("/api/ballots", {})), passing)
})
