import { assert, it } from "@effect/vitest"
import { Effect } from "effect"
import { FoundCommunities } from "~/effects/publishing/operating/FoundCommunities.server"
import { FoundPeople } from "~/effects/publishing/operating/FoundPeople.server"
import { OperatorLog } from "~/effects/publishing/operating/OperatorLog.server"
import { asAccount } from "../../../addresses"
import { describeOnBothDatabases } from "../../../databases"
import { found, join, TODAY } from "../../activity/activity/world"
import { signIn } from "../dashboard/visits"
import { ANA, BEN, because, sceneOn } from "./world"

describeOnBothDatabases("Lists for operators", (database) => {
  const scene = sceneOn(database)
  const names = (text: string) =>
    Effect.flatMap(FoundPeople, (people) =>
      Effect.map(people.list(text, 10), (all) => all.map(({ name }) => name).sort())
    )
  const slugs = (text: string) =>
    Effect.flatMap(FoundCommunities, (communities) =>
      Effect.map(communities.list(text, 10), (all) => all.map(({ slug }) => slug).sort())
    )

  it.effect("include a person by part of the name or the e-mail address, or by the account", () =>
    scene(
      Effect.gen(function* () {
        assert.deepEqual(yield* names("  OKA "), ["Ben Okafor"])
        assert.deepEqual(yield* names("ana.ribeiro@"), ["Ana Ribeiro"])
        assert.deepEqual(yield* names(BEN), ["Ben Okafor"])
        assert.deepEqual(yield* names(""), ["Ana Ribeiro", "Ben Okafor", "Olu Fashola"])
        // Wildcards of a pattern are ordinary characters.
        for (const odd of ["%", "_", "!", "' OR 1=1"]) assert.deepEqual(yield* names(odd), [])
      })
    )
  )

  it.effect("include people who signed in and have no profile yet", () =>
    scene(
      Effect.gen(function* () {
        const newcomer = asAccount("account_tdx_2_new44444444")
        yield* signIn(newcomer)
        const person = yield* Effect.flatMap(FoundPeople, (people) => people.details(newcomer))
        assert.deepEqual(
          [person.name, person.username, person.sessions, person.lastSeenAt],
          ["account_…44444444", null, 1, TODAY]
        )
      })
    )
  )

  it.effect("include a community by name, page address or owner, private ones too", () =>
    scene(
      Effect.gen(function* () {
        const film = yield* found({ slug: "night-film", name: "Night Film Club", ownerAddress: ANA })
        yield* found({ slug: "quiet-room", name: "Quiet Room", ownerAddress: BEN, visibility: "private" })
        yield* join(film.id, ANA, { role: "owner" })
        assert.deepEqual(yield* slugs("FILM"), ["night-film"])
        assert.deepEqual(yield* slugs("https://commons.example/explore/quiet-room?x=1"), ["quiet-room"])
        assert.deepEqual(yield* slugs(`/community/detail/${film.id}`), ["night-film"])
        assert.deepEqual(yield* slugs(ANA), ["night-film"])
        assert.deepEqual(yield* slugs("nothing like it"), [])
      })
    )
  )

  it.effect("include every logged action, newest first, page by page", () =>
    scene(
      Effect.gen(function* () {
        const log = yield* OperatorLog
        const target = { type: "site", id: "site", label: "The site" } as const
        for (const n of [1, 2, 3]) yield* log.record(because(`Reason ${n}`), "end-sessions", `Act ${n}`, target)
        const first = yield* log.page(null, 2)
        const second = yield* log.page(first.next, 2)
        const acts = [...first.lines, ...second.lines].map(({ summary }) => summary).sort()
        assert.deepEqual(acts, ["Act 1", "Act 2", "Act 3"])
        assert.deepEqual([first.lines.length, second.next], [2, null])
      })
    )
  )
})
