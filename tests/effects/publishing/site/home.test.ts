import { assert, it } from "@effect/vitest"
import { Effect } from "effect"
import { Articles } from "~/effects/publishing/articles/Articles.server"
import { FRONT_QUESTIONS } from "~/effects/publishing/site/pages/home.server"

it.effect("the questions of home are questions of support", () =>
  Effect.gen(function* () {
    const { support } = yield* Articles
    const all = support.groups.flatMap(({ questions }) => questions.map(({ id }) => id))
    assert.lengthOf(FRONT_QUESTIONS, 5)
    for (const id of FRONT_QUESTIONS) assert.include(all, id)
  }).pipe(Effect.provide(Articles.layer))
)
