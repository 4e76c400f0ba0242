import { FastCheck as fc } from "effect"
import { assert, describe, it } from "vitest"
import { violationsIn } from "~/effects/server/http/cspReport"

describe("violationsIn", () => {
  it("keeps useful fields and removes those that identify somebody", () => {
    const expected = { directive: "script-src-elem", blocked: "https://evil.example", page: "/community" }
    const page = "http://127.0.0.1:3000/community/detail/secret?mail=ada@example.org#x"
    const blocked = "https://evil.example/path?token=1"
    assert.deepStrictEqual(
      violationsIn({
        "csp-report": { "violated-directive": "script-src-elem 'self'", "blocked-uri": blocked, "document-uri": page }
      }),
      [expected]
    )
    const report = { effectiveDirective: "script-src-elem", blockedURL: blocked, documentURL: page }
    assert.deepStrictEqual(violationsIn([{ type: "csp-violation", body: report }]), [expected])
    assert.strictEqual(violationsIn([{ body: { ...report, blockedURL: "inline" } }])[0]?.blocked, "inline")
  })

  it("reads at most 10 of a list, and accepts any JSON", () => {
    assert.strictEqual(violationsIn(Array.from({ length: 99 }, () => ({ body: {} }))).length, 10)
    fc.assert(fc.property(fc.jsonValue(), (body) => void violationsIn(body)))
  })
})
