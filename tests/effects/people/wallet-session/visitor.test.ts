import { assert, describe, it } from "@effect/vitest"
import { Effect, Layer, Option } from "effect"
import { explain, type Refusal, withProfile } from "~/effects/access/rules"
import type { AccountAddress } from "~/effects/base/addresses/addresses"
import { ReplyHeaders, RouteArgs } from "~/effects/base/remix/RouteArgs.server"
import type { Suspension } from "~/effects/people/suspension/Suspension"
import { browserHash } from "~/effects/people/wallet-session/Browser.server"
import { gate, guarded } from "~/effects/people/wallet-session/guarded.server"
import { type Session, Sessions } from "~/effects/people/wallet-session/Sessions.server"
import {
  clearSessionCookie,
  currentAccount,
  requireAccount,
  requireProfile,
  setSessionCookie,
  visitor
} from "~/effects/people/wallet-session/visitor.server"
import { asAccount } from "../../../addresses"

const token = "ab".repeat(32)
const session: Session = {
  id: "s",
  account: asAccount("account_tdx_2_ada"),
  personaAddress: null,
  personaLabel: "Ada",
  profile: null,
  email: null,
  provenAt: 0,
  createdAt: 0,
  expiresAt: 1,
  waiting: { unread: 0, needs: 0 }
}

/** Provides a request, and returns how often the sessions were queried and which cookies were set. */
const during = <A, E>(
  cookie: string,
  program: Effect.Effect<A, E, Sessions | RouteArgs | ReplyHeaders>,
  held: Session | Suspension = session
) => {
  let asked = 0
  const headers = new Headers()
  const request = new Request("http://127.0.0.1:3000/", { headers: { Cookie: cookie } })
  const context = { requestId: "r", nonce: "n", address: "127.0.0.1" }
  const ended: Array<string> = []
  const sessions = Layer.mock(Sessions, {
    _tag: "people/wallet-session/Sessions",
    end: (held: string) => Effect.sync(() => void ended.push(held)),
    read: (asking: string) =>
      Effect.sync(() => {
        asked++
        return {
          session: asking === token && "id" in held ? Option.some(held) : Option.none(),
          suspension: "kind" in held ? held : null
        }
      })
  })
  return Effect.map(
    program.pipe(
      Effect.provideService(RouteArgs, { request, context, params: {} }),
      Effect.provideService(ReplyHeaders, headers),
      Effect.provide(sessions)
    ),
    (value) => ({ value, asked, cookies: headers.getSetCookie(), ended })
  )
}

describe("visitor", () => {
  it.effect("costs one look-up for many loaders of a request", () =>
    Effect.gen(function* () {
      const many = Effect.all([visitor, visitor, currentAccount, requireAccount("read")], { concurrency: "unbounded" })
      const { asked, value } = yield* during(`__Host-session=${token}`, many)
      const who = { account: session.account, personaLabel: "Ada", profile: null }
      assert.deepStrictEqual(value, [who, who, Option.some(session.account), who])
      assert.strictEqual(asked, 1)
    })
  )

  it.effect("is signed out after the browser was told so, and its leftover session ends, once a request", () =>
    Effect.gen(function* () {
      const many = Effect.all([visitor, currentAccount, visitor], { concurrency: "unbounded" })
      const { asked, ended, value } = yield* during(`__Host-session=${token}; __Host-signed-out=1`, many)
      assert.deepStrictEqual(value, [null, Option.none(), null])
      assert.strictEqual(asked, 0)
      assert.deepStrictEqual(ended, [token])
    })
  )

  it.effect("loses that mark with the next sign-in, and with a completed sign-out", () =>
    Effect.gen(function* () {
      const gone = /^__Host-signed-out=; .*Max-Age=0$/
      for (const program of [setSessionCookie(token), clearSessionCookie]) {
        const { cookies } = yield* during(`__Host-session=${token}; __Host-signed-out=1`, program)
        assert.isTrue(cookies.some((cookie) => gone.test(cookie)))
        const without = yield* during(`__Host-session=${token}`, program)
        assert.isFalse(without.cookies.some((cookie) => gone.test(cookie)))
      }
    })
  )

  it.effect("costs no look-up without a cookie, or with an unknown one", () =>
    Effect.gen(function* () {
      for (const cookie of ["", "__Host-session=x", `session=${token}`]) {
        assert.deepInclude(yield* during(cookie, visitor), { value: null, asked: 0 })
      }
    })
  )

  it.effect("is not remembered from one request to the next", () =>
    Effect.gen(function* () {
      yield* during(`__Host-session=${token}`, visitor)
      const other = { ...session, account: asAccount("account_tdx_2_bob") }
      const { value } = yield* during(`__Host-session=${token}`, visitor, other)
      assert.strictEqual(value?.account, other.account)
    })
  )

  it.effect("is sent to sign in, then to complete the profile, with the messages of the rules", () =>
    Effect.gen(function* () {
      const words = (who: { account: AccountAddress | null; hasProfile: boolean }) =>
        explain(withProfile(who, "vote") as Refusal) // each of these is refused, see below
      const nobody = yield* Effect.flip(during("", requireProfile("vote")))
      assert.deepInclude(nobody, { status: 401, code: "E-AUTH", message: words({ account: null, hasProfile: false }) })
      const newcomer = yield* Effect.flip(during(`__Host-session=${token}`, requireProfile("vote")))
      const account = session.account
      assert.deepInclude(newcomer, { status: 403, code: "E-PROFILE", message: words({ account, hasProfile: false }) })
      const profile = { username: "Ada L", displayImage: "/a" }
      const { value } = yield* during(`__Host-session=${token}`, requireProfile("vote"), { ...session, profile })
      assert.deepStrictEqual(value.profile, profile)
    })
  )

  it.effect("gets cookies for this host only, over TLS, and hidden from scripts", () =>
    Effect.gen(function* () {
      const { cookies } = yield* during("", Effect.zipRight(setSessionCookie(token), clearSessionCookie))
      const flags = "Path=/; Secure; HttpOnly; SameSite=Lax"
      assert.deepStrictEqual(cookies, [
        `__Host-session=${token}; ${flags}; Max-Age=2592000`,
        `__Host-session=; ${flags}; Max-Age=0`
      ])
    })
  )
})

describe("a guarded page", () => {
  it.effect("returns nothing without a session, before any look-up", () =>
    Effect.gen(function* () {
      let checked = 0
      const page = guarded(Effect.sync(() => ++checked))
      assert.isNull((yield* during("", page)).value)
      assert.strictEqual(checked, 0)
      assert.strictEqual((yield* during(`__Host-session=${token}`, page)).value, 1)
    })
  )

  it.effect("has a gate that says whether there is one", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual((yield* during("", gate)).value, { hasSession: false, refused: null, barred: null })
      assert.isTrue((yield* during(`__Host-session=${token}`, gate)).value.hasSession)
    })
  )

  it.effect("shows a suspended person why, until when, and where to write", () =>
    Effect.gen(function* () {
      const suspension = { kind: "suspended", reason: "Sells shoes.", suspendedUntil: 86_400_000 } as const
      const words =
        "This account is suspended on this site until 2 Jan 1970, 00:00 UTC: “Sells shoes.” To object, or to ask for your data, write to us on the Support page."
      assert.deepStrictEqual((yield* during(`__Host-session=${token}`, gate, suspension)).value, {
        hasSession: false,
        refused: words,
        barred: words
      })
    })
  )
})

describe("browserHash", () => {
  it.effect("gives a browser one cookie, however often one request asks for it", () =>
    Effect.gen(function* () {
      const { cookies, value } = yield* during("", Effect.all([browserHash, browserHash]))
      assert.strictEqual(value[0], value[1])
      assert.strictEqual(cookies.length, 1)
      assert.match(
        cookies[0] ?? "",
        /^__Host-browser=[0-9a-f]{64}; Path=\/; Secure; HttpOnly; SameSite=Lax; Max-Age=\d+$/
      )
      assert.notInclude(cookies[0], value[0])
    })
  )

  it.effect("recognises the browser by it, and replaces a forged one", () =>
    Effect.gen(function* () {
      const first = yield* during("", browserHash)
      const [cookie = ""] = (first.cookies[0] ?? "").split(";")
      assert.deepInclude(yield* during(cookie, browserHash), { value: first.value, cookies: [] })
      assert.strictEqual((yield* during("__Host-browser=mine", browserHash)).cookies.length, 1)
    })
  )
})
