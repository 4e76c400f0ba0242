import { assert, it } from "@effect/vitest"
import { Effect, Layer, TestClock } from "effect"
import { Ledger } from "~/effects/chain/ledger/Ledger.server"
import { OwnVotes } from "~/effects/governance/votes/OwnVotes.server"
import { Sessions } from "~/effects/people/wallet-session/Sessions.server"
import { dashboard, dashboardAction } from "~/effects/publishing/dashboard/pages/dashboard.server"
import { publicProfile } from "~/effects/publishing/dashboard/pages/publicProfile.server"
import { NotificationLive } from "~/effects/server/layers/services.server"
import { asAccount } from "../../../addresses"
import { describeOnBothDatabases } from "../../../databases"
import { TODAY, world } from "../../people/signup/world"
import { ADA, member, signIn, submitted, visit } from "./visits"

const STRANGER = asAccount("account_tdx_2_129q47ew6mfupfzdjt4c9mtxe9hh5wn6jqnx4ssj2xa0jfpndekz0xu")

describeOnBothDatabases("A person's pages", (database) => {
  const Live = Layer.mergeAll(Sessions.Default, NotificationLive, OwnVotes.Default, Ledger.layerScript()).pipe(
    Layer.provideMerge(world(database))
  )
  const scene = <A, E>(program: Effect.Effect<A, E, Layer.Layer.Success<typeof Live>>) =>
    Effect.zipRight(TestClock.setTime(TODAY), program).pipe(Effect.provide(Live))
  const profileOf = (account: string, token?: string) =>
    Effect.map(
      visit(`/userDashboard/userProfile/${account}`, publicProfile(account), token === undefined ? {} : { token }),
      ({ value }) => value
    )

  it.effect("show a profile to signed-in people, without the e-mail", () =>
    scene(
      Effect.gen(function* () {
        const token = yield* member()
        const page = yield* profileOf(ADA, token)
        assert.strictEqual(page.state, "known")
        assert.isTrue(page.state === "known" && page.isOwn)
        assert.notInclude(JSON.stringify(page), "example.org")
        assert.strictEqual((yield* Effect.flip(profileOf(ADA)))._tag, "NotSignedIn")
      })
    )
  )

  it.effect("say that an account has no profile, and return 404 for anything but an account", () =>
    scene(
      Effect.gen(function* () {
        const token = yield* signIn(STRANGER)
        assert.deepEqual<unknown>(yield* profileOf(ADA, token), { state: "unknown", account: ADA })
        for (const id of ["", "me", `${ADA}x`, ADA.toUpperCase(), "identity_tdx_2_1"]) {
          assert.strictEqual((yield* Effect.flip(profileOf(id, token)))._tag, "NotThere")
        }
      })
    )
  )

  it.effect("show on the dashboard who is signed in, and what is not available yet", () =>
    scene(
      Effect.gen(function* () {
        const token = yield* signIn(STRANGER)
        assert.strictEqual((yield* Effect.flip(visit("/userDashboard", dashboard)))._tag, "NotSignedIn")
        const { value } = yield* visit("/userDashboard", dashboard, { token })
        assert.deepInclude(value.visitor, { account: STRANGER, profile: null })
        assert.isNull(value.page)
      })
    )
  )

  it.effect("keep the checklist dismissed in this browser", () =>
    scene(
      Effect.gen(function* () {
        const token = yield* member()
        const shows = (cookie = "") =>
          Effect.map(visit("/userDashboard", dashboard, { cookie, token }), ({ value }) =>
            value.page?.tab === "start" ? value.page.taken : undefined
          )
        assert.deepEqual(yield* shows(), [])
        const form = [["intent", "put-away"]] as const
        const { headers, status } = yield* submitted("/userDashboard?index", dashboardAction, { token, form })
        assert.strictEqual(status, 303)
        assert.isNull(yield* shows(headers.get("set-cookie")?.split(";")[0]))
      })
    )
  )
})
