import { assert, describe, it } from "@effect/vitest"
import { Effect, Layer, Option, TestClock } from "effect"
import { Inbox } from "~/effects/activity/notifications/Inbox.server"
import { FeatureFlags } from "~/effects/base/feature-flags/FeatureFlags.server"
import { Unfinished } from "~/effects/base/settings/Unfinished.server"
import { Removals } from "~/effects/communities/undo/Removals.server"
import { UsersRepo } from "~/effects/people/users/UsersRepo.server"
import { Sessions } from "~/effects/people/wallet-session/Sessions.server"
import { changeSite, siteData } from "~/effects/publishing/site/pages/site.server"
import { isTheme, themeCookie, themeFromCookie, themes } from "~/effects/publishing/site/theme"
import { describeOnBothDatabases } from "../../../databases"
import { settings, TODAY } from "../../people/signup/world"
import { member, ORIGIN, signIn, visit } from "../dashboard/visits"

const OTHER = "account_tdx_2_128upzs6e8rkn5dfhwvr8rw2mznm0fae7dauwxefqq9qng5pdge2wlg"

describe("the theme cookie", () => {
  it("is parsed back for every theme", () => {
    for (const theme of themes) {
      assert.strictEqual(themeFromCookie(`a=b; ${themeCookie(theme).split(";")[0]}; theme2=x`), theme)
    }
  })

  it.each([null, "", "theme=", "theme=purple", "theme=%22dark%22", "xtheme=dark", "theme"])(
    "reads %j as the system's",
    (header) => {
      assert.strictEqual(themeFromCookie(header), "system")
    }
  )

  it("accepts only themes", () => {
    assert.isTrue(isTheme("dark"))
    for (const value of ["Dark", "", null, undefined, 1, {}]) assert.isFalse(isTheme(value))
  })
})

describeOnBothDatabases("The site", (database) => {
  const Live = Layer.mergeAll(
    UsersRepo.Default,
    Sessions.Default,
    Inbox.Default,
    Removals.Default,
    FeatureFlags.Default,
    Unfinished.Default
  ).pipe(Layer.provideMerge(database), Layer.provideMerge(settings()))
  const scene = <A, E>(program: Effect.Effect<A, E, Layer.Layer.Success<typeof Live>>) =>
    Effect.zipRight(TestClock.setTime(TODAY), program).pipe(Effect.provide(Live))
  const theme = [
    ["intent", "theme"],
    ["theme", "dark"]
  ] as const

  it.effect("gives pages public data and no secret", () =>
    scene(
      Effect.gen(function* () {
        const { value } = yield* visit("/", siteData, { headers: { cookie: "theme=light" } })
        assert.strictEqual(value.theme, "light")
        assert.isNull(value.session)
        assert.isNull(value.email)
        assert.isNull(value.operator)
        assert.deepEqual(value.uploads, { url: "/api/image-upload", cdnUrl: "/files", publicKey: "commonhold" })
        assert.notInclude(JSON.stringify(value), "secret of the tests")
      })
    )
  )

  it.effect("gives signed-in people their own e-mail address, in addition to their public data", () =>
    scene(
      Effect.gen(function* () {
        const { value } = yield* visit("/", siteData, { token: yield* member() })
        assert.strictEqual(value.email, "Ada.Main@example.org")
        assert.notInclude(JSON.stringify(value.session), "example.org")
        const { value: newcomer } = yield* visit("/", siteData, { token: yield* signIn(OTHER) })
        assert.isNull(newcomer.email)
      })
    )
  )

  it.effect("shows the clock's day in local mode, and what is not available yet", () =>
    scene(
      Effect.gen(function* () {
        const { finish, report } = yield* Unfinished
        const shown = Effect.map(visit("/", siteData), ({ value: { clock, notice } }) => [clock, notice])
        const today = new Intl.DateTimeFormat("en-GB", { dateStyle: "medium", timeZone: "UTC" })
        assert.deepStrictEqual(yield* shown, [today.format(TODAY), null])
        yield* report("Votes come within a minute.")
        yield* TestClock.adjust("1 day")
        assert.deepStrictEqual(yield* shown, [today.format(TODAY + 86_400_000), "Votes come within a minute."])
        yield* finish
        assert.deepStrictEqual((yield* shown)[1], null)
      })
    )
  )

  it.effect("sets the theme for a script, and redirects a plain form back to its page", () =>
    scene(
      Effect.gen(function* () {
        const { headers } = yield* visit("/", changeSite, { form: theme })
        assert.strictEqual(headers.get("set-cookie"), themeCookie("dark"))
        const back = (referer: string) =>
          Effect.map(
            Effect.flip(visit("/", changeSite, { form: theme, headers: { "sec-fetch-mode": "navigate", referer } })),
            (response) => (response instanceof Response ? response.headers.get("location") : undefined)
          )
        assert.strictEqual(yield* back(`${ORIGIN}/userDashboard/edit?tab=work`), "/userDashboard/edit?tab=work")
        for (const referer of ["", "nonsense", "https://elsewhere.example//evil.example", `${ORIGIN}/%2f%2fevil`]) {
          assert.strictEqual(yield* back(referer), "/")
        }
      })
    )
  )

  it.effect("ends the session on the server when a plain form signs out", () =>
    scene(
      Effect.gen(function* () {
        const token = yield* signIn("account_of_ada")
        const sessions = yield* Sessions
        assert.isTrue(Option.isSome(yield* sessions.find(token)))
        const { headers } = yield* visit("/", changeSite, { form: [["intent", "sign-out"]], token })
        assert.isTrue(Option.isNone(yield* sessions.find(token)))
        assert.match(headers.get("set-cookie") ?? "", /^__Host-session=;.*Max-Age=0/)
      })
    )
  )

  it.effect("refuses an unknown form", () =>
    scene(
      Effect.gen(function* () {
        for (const form of [
          [],
          [
            ["intent", "theme"],
            ["theme", "purple"]
          ],
          [["intent", "x"]]
        ] as const) {
          const refusal = yield* Effect.flip(visit("/", changeSite, { form }))
          assert.strictEqual("_tag" in refusal && refusal._tag, "MalformedBody")
        }
      })
    )
  )
})
