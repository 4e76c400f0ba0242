import { FastCheck as fc, Option } from "effect"
import { assert, describe, it } from "vitest"
import { clearedCookie, hostCookie, readCookie, readToken } from "~/effects/base/remix/cookies.server"

const asked = (cookie: string | undefined) =>
  new Request("http://127.0.0.1/", cookie === undefined ? {} : { headers: { Cookie: cookie } })
const token = "ab".repeat(32)

describe("cookies", () => {
  it("are set for this host only, over TLS, hidden from scripts and not sent from other sites", () => {
    assert.strictEqual(
      hostCookie("__Host-session", token, 60),
      `__Host-session=${token}; Path=/; Secure; HttpOnly; SameSite=Lax; Max-Age=60`
    )
    assert.match(clearedCookie("__Host-session"), /^__Host-session=; .*Secure.*; Max-Age=0$/)
  })

  it("are found by their whole name, the first if one is repeated", () => {
    const value = (cookie: string | undefined) => Option.getOrNull(readCookie(asked(cookie), "__Host-a"))
    assert.isNull(value(undefined))
    assert.isNull(value("__Host-ab=1; x__Host-a=2; a=3; __Host-a"))
    assert.strictEqual(value("b=0;__Host-a=1; __Host-a=2"), "1")
    assert.strictEqual(value("b=0; __Host-a=1=2 "), "1=2")
  })

  it("count as a token only with 64 hex digits", () => {
    assert.isTrue(Option.isSome(readToken(asked(`__Host-a=${token}`), "__Host-a")))
    for (const bad of ["", "x", token.slice(1), `${token}0`, token.toUpperCase(), `"${token}"`]) {
      assert.isTrue(Option.isNone(readToken(asked(`__Host-a=${bad}`), "__Host-a")), bad)
    }
  })

  it("never make parsing fail", () =>
    fc.assert(
      fc.property(fc.stringMatching(/^[\x20-\x7e]{0,80}$/), (header) => {
        readToken(asked(header), "__Host-a")
      })
    ))
})
