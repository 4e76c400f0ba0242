/** The demonstration: consistent, created once, and its secret stored. */
import { SqlClient } from "@effect/sql"
import { assert, describe, it } from "@effect/vitest"
import { Effect, Layer, Option, Schema, TestClock } from "effect"
import sharp from "sharp"
import { Community } from "~/effects/access/Community"
import { NETWORK_ID } from "~/effects/base/settings/networks"
import { Communities } from "~/effects/communities/communities/Communities.server"
import { everything } from "~/effects/communities/communities/query"
import { sealOf } from "~/effects/communities/communities/seal"
import { demoAccount, people } from "~/effects/local/seed/accounts"
import { demoCommunities } from "~/effects/local/seed/communities"
import { DemoSeedLive, demoCommunityId } from "~/effects/local/seed/DemoSeed.server"
import { ProfileForm } from "~/effects/people/signup/forms"
import { fileOfImageUrl } from "~/effects/people/uploads/address"
import { OWN_UPLOADS } from "~/effects/people/uploads/Upload"
import { UploadStore } from "~/effects/people/uploads/UploadStore.server"
import { UsersRepo } from "~/effects/people/users/UsersRepo.server"
import { isHolderAddress } from "~/ledger/index"
import { describeOnBothDatabases } from "../../../databases"
import { settings } from "../../people/signup/world"
import { member } from "../../publishing/dashboard/visits"
import { nothingDone, TODAY, world } from "./world"

describe("the demonstration's people and communities", () => {
  it("obey every rule that applies to real ones", () => {
    for (const { bio, name, tags } of people) {
      Schema.decodeUnknownSync(ProfileForm)({ username: name, email: "a@example.org", bio, tags, display_image: "/x" })
      assert.isTrue(isHolderAddress("account", demoAccount(name), NETWORK_ID))
    }
    const names = people.map(({ name }) => name)
    assert.strictEqual(new Set(names).size, names.length)
    for (const {
      description,
      governance,
      links,
      members,
      moderators,
      name,
      owner,
      rules,
      slug,
      tagline,
      tags
    } of demoCommunities) {
      const { fields } = Community
      Schema.encodeUnknownSync(fields.governance)(governance)
      Schema.encodeUnknownSync(fields.links)(links)
      const words = Schema.Struct({
        slug: fields.slug,
        name: fields.name,
        tagline: fields.tagline,
        description: fields.description,
        rules: fields.rules
      })
      Schema.decodeUnknownSync(words)({ slug, name, tagline, description, rules })
      assert.isTrue(tags.length >= 1 && tags.length <= 5)
      for (const someone of [owner, ...moderators]) assert.include(members, someone)
      for (const someone of members) assert.include(names, someone)
      assert.strictEqual(new Set(members).size, members.length)
    }
    const hues = demoCommunities.map(({ name, slug }) => sealOf(demoCommunityId(slug), name).hue)
    assert.strictEqual(new Set(hues).size, hues.length)
    assert.deepEqual(
      demoCommunities.map(({ members, slug }) => [slug, members.length]),
      [
        ["riverside-garden", 14],
        ["open-maps", 9],
        ["night-film", 23],
        ["solar-roof", 18],
        ["quiet-room", 3]
      ]
    )
  })
})

describeOnBothDatabases("The demonstration's start", (database) => {
  const start = (seed: "demo" | "none") => Layer.provide(DemoSeedLive, settings({ seed }))
  const Base = Layer.merge(world(database), UploadStore.layerMemory).pipe(Layer.provideMerge(database))
  const scene = <A, E>(program: Effect.Effect<A, E, Layer.Layer.Success<typeof Base>>) =>
    Effect.zipRight(TestClock.setTime(TODAY), program).pipe(Effect.provide(Base))

  it.effect("creates four public communities and a hidden one, once", () =>
    scene(
      Effect.gen(function* () {
        const communities = yield* Communities
        const sql = yield* SqlClient.SqlClient
        yield* Layer.build(start("none")).pipe(Effect.scoped)
        assert.strictEqual((yield* communities.counts).communities, 0)

        yield* Layer.build(start("demo")).pipe(Effect.scoped)
        yield* Layer.build(start("demo")).pipe(Effect.scoped)
        const { cards, total } = yield* communities.explore(everything)
        assert.deepEqual(
          cards.map(({ members, slug }) => [slug, members]),
          [
            ["riverside-garden", 14],
            ["night-film", 23],
            ["open-maps", 9],
            ["solar-roof", 18]
          ]
        )
        assert.deepEqual([total, yield* communities.counts], [4, { ...nothingDone, communities: 4, memberships: 64 }])
        assert.notMatch(JSON.stringify(yield* communities.explore({ ...everything, q: "quiet" })), /quiet room/i)

        const wrong = yield* sql`SELECT c.slug FROM communities c WHERE c.member_count <>
          (SELECT COUNT(*) FROM memberships m WHERE m.community_id = c.id AND m.status = 'active')`
        assert.deepEqual(wrong, [])
        const early = yield* sql`SELECT m.account_address FROM memberships m JOIN communities c ON c.id = m.community_id
          WHERE m.joined_at < c.created_at OR m.joined_at > ${TODAY}`
        assert.deepEqual(early, [])

        const secret = yield* communities.byId(demoCommunityId("quiet-room"), demoAccount("Priya Nair"))
        assert.strictEqual(secret.membership?.role, "member")
      })
    )
  )

  it.effect("gives everybody a profile with a picture that can be shown", () =>
    scene(
      Effect.gen(function* () {
        yield* Layer.build(start("demo")).pipe(Effect.scoped)
        const users = yield* UsersRepo
        const store = yield* UploadStore
        const seen = new Set<string>()
        for (const { name } of people) {
          const user = Option.getOrThrow(yield* users.findByAddress(demoAccount(name)))
          const file = fileOfImageUrl(OWN_UPLOADS.cdnUrl, user.displayImage) ?? ""
          const bytes = Option.getOrThrow(yield* store.get(`${file}.preview.webp`))
          seen.add(Buffer.from(bytes).toString("base64"))
          if (seen.size > 1) continue
          const picture = yield* Effect.promise(() => sharp(bytes).metadata())
          assert.deepEqual([picture.format, picture.width, picture.height], ["webp", 128, 128])
        }
        assert.strictEqual(seen.size, people.length)
      })
    )
  )

  it.effect("does not change people who were here before", () =>
    scene(
      Effect.gen(function* () {
        yield* member(undefined, "Marta Lindqvist")
        yield* Layer.build(start("demo")).pipe(Effect.scoped)
        const users = yield* UsersRepo
        assert.isTrue(Option.isNone(yield* users.findByAddress(demoAccount("Marta Lindqvist"))))
        assert.strictEqual((yield* (yield* Communities).counts).memberships, 64)
      })
    )
  )
})
