import { afterEach, assert, it, vi } from "vitest"
import { isPassing, postStep } from "~/components/wallet/signing/post-step"

afterEach(() => vi.unstubAllGlobals())

it.each<[string, () => Promise<Response>, boolean]>([
  ["no answer", () => Promise.reject(new TypeError("no network")), true],
  ["a server in trouble", async () => new Response("", { status: 503 }), true],
  ["too many requests", async () => Response.json({}, { status: 429, headers: { "Retry-After": "12" } }), true],
  ["a limit of the thing itself", async () => Response.json({ code: "E-LIMIT" }, { status: 429 }), false],
  ["a refusal", async () => Response.json({ code: "E-STATE" }, { status: 409 }), false],
  ["a yes", async () => Response.json({}), false]
])("%s: whether the same is worth sending again", async (_, answer, passing) => {
  vi.stubGlobal("fetch", answer)
  assert.strictEqual(isPassing(await postStep("/api/ballots", {})), passing)
})
