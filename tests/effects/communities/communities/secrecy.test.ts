/** Private content leaves no trace in lists, totals, suggestions or responses (docs/product/errors.md). */
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { Stage, Visibility } from "~/effects/access/Community"
import { MembershipStatus } from "~/effects/access/Membership"
import { canRead, hasPublicProfile, isListed, nobody } from "~/effects/access/visibility"
import { Communities } from "~/effects/communities/communities/Communities.server"
import { everything, sorts } from "~/effects/communities/communities/query"
import { asAccount } from "../../../addresses"
import { describeOnBothDatabases } from "../../../databases"
import { member } from "../../publishing/dashboard/visits"
import { found, join, nothingDone, OWNER, world } from "./world"

const STRANGER = asAccount("account_tdx_2_stranger")

describe("visibility", () => {
  const cases = Visibility.literals.flatMap((visibility) =>
    Stage.literals.map((stage) => ({ visibility, stage, ownerAddress: OWNER }))
  )

  it("lists only communities that anybody may open, and opens to everybody only what everybody may read", () => {
    for (const community of cases) {
      if (isListed(community)) assert.isTrue(hasPublicProfile(community))
      assert.strictEqual(hasPublicProfile(community), canRead(community, nobody))
    }
  })

  it("shows a private community to its active members only, and a draft to its founder only", () => {
    for (const status of MembershipStatus.literals) {
      const viewer = { account: STRANGER, membership: { status } }
      assert.strictEqual(
        canRead({ visibility: "private", stage: "live", ownerAddress: OWNER }, viewer),
        status === "active"
      )
      assert.isFalse(canRead({ visibility: "public", stage: "draft", ownerAddress: OWNER }, viewer))
    }
    for (const community of cases) assert.isTrue(canRead(community, { account: OWNER, membership: null }))
  })
})

describeOnBothDatabases("Communities", (database) => {
  const Live = world(database)

  it.effect("make a private community or a draft look like one that does not exist", () =>
    Effect.gen(function* () {
      const communities = yield* Communities
      const secret = yield* found({ slug: "quiet-room", visibility: "private", name: "Quiet Room" })
      const draft = yield* found({ slug: "early-days", stage: "draft", name: "Early Days" })
      yield* join(secret.id, OWNER, { role: "owner" })
      yield* join(secret.id, asAccount("account_of_a_member"))
      yield* join(secret.id, asAccount("account_of_an_applicant"), { status: "applied" })

      const odd = [
        "1 OR 1=1",
        "../../etc",
        "1".repeat(31),
        "",
        "quiet-room'--",
        "QUIET-ROOM",
        "a\u0000b",
        "🦆",
        "x".repeat(10_000)
      ]
      const responses = new Set<string>()
      for (const account of [null, STRANGER, asAccount("account_of_an_applicant")]) {
        for (const key of [...odd, secret.id, draft.id, "aaaaaaaaaaaa"]) {
          const refused = yield* Effect.flip(communities.byId(key, account))
          responses.add(JSON.stringify([refused._tag, refused.status, refused.code, refused.message]))
        }
        for (const key of [...odd, secret.slug, draft.slug, "no-such-community"]) {
          const refused = yield* Effect.flip(communities.bySlug(key, account))
          responses.add(JSON.stringify([refused._tag, refused.status, refused.code, refused.message]))
        }
      }
      assert.deepEqual([...responses], [JSON.stringify(["NotThere", 404, "E-NOT-FOUND", "This page does not exist."])])

      const seen = yield* communities.bySlug(secret.slug, asAccount("account_of_a_member"))
      assert.deepEqual([seen.community.id, seen.membership?.role], [secret.id, "member"])
      assert.strictEqual((yield* communities.byId(draft.id, OWNER)).community.slug, draft.slug)
    }).pipe(Effect.provide(Live))
  )

  it.effect("never name private ones or drafts in a list, total, search or suggestion", () =>
    Effect.gen(function* () {
      const communities = yield* Communities
      const tags = ["Film"]
      yield* found({ slug: "open-house", name: "Open House", tags })
      for (const visibility of ["private", "unlisted"] as const) {
        yield* found({ slug: `hidden-${visibility}`, name: `Hidden ${visibility}`, visibility, tags })
      }
      yield* found({ slug: "hidden-draft", name: "Hidden draft", stage: "draft", tags })
      yield* found({ slug: "hidden-archive", name: "Hidden archive", stage: "archived", tags })
      yield* member(STRANGER)
      const all = [
        ...(yield* Effect.forEach(sorts, (sort) => communities.explore({ ...everything, sort }))),
        yield* communities.explore({ ...everything, q: "hidden" }),
        yield* communities.explore({ ...everything, tags }),
        yield* communities.newest(20),
        yield* communities.mostActive(20),
        yield* communities.suggestedFor(STRANGER, 20)
      ]
      assert.notMatch(JSON.stringify(all), /hidden/i)
      assert.include(JSON.stringify(all.at(-1)), "open-house")
      assert.deepEqual(yield* communities.counts, { ...nothingDone, communities: 1 })
    }).pipe(Effect.provide(Live))
  )

  it.effect("are suggested by shared interests, then activity, and only if the person does not know them already", () =>
    Effect.gen(function* () {
      const communities = yield* Communities
      yield* member(STRANGER) // Climate, Energy, Farming, Film, Food
      yield* found({ slug: "film-old", tags: ["Film"], activeAt: 1 })
      yield* found({ slug: "film-new", tags: ["Film", "Music"], activeAt: 9 })
      yield* found({ slug: "film-and-food", tags: ["Film", "Food"], activeAt: 2 })
      yield* found({ slug: "nothing-shared", tags: ["Law"], activeAt: 99 })
      const mine = yield* found({ slug: "mine", tags: ["Film", "Food", "Energy"] })
      const former = yield* found({ slug: "left-before", tags: ["Climate"], activeAt: 0 })
      yield* join(mine.id, STRANGER)
      yield* join(former.id, STRANGER, { status: "left" })
      const suggested = yield* communities.suggestedFor(STRANGER, 10)
      assert.deepEqual(
        suggested.map(({ card, shared }) => [card.slug, [...shared]]),
        [
          ["film-and-food", ["Film", "Food"]],
          ["film-new", ["Film"]],
          ["film-old", ["Film"]],
          ["left-before", ["Climate"]]
        ]
      )
      assert.deepEqual(yield* communities.suggestedFor(asAccount("account_without_a_profile"), 10), [])
    }).pipe(Effect.provide(Live))
  )
})
