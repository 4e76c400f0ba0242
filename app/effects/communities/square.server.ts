/** GET /community?tag=: the square of all communities. A tag that is none filters nothing. */
import { Effect } from "effect"
import { RouteArgs } from "../runtime.server"
import { Tags } from "../tags/Tags.server"
import { Communities } from "./Communities.server"

const NEWEST = 6

export const squarePage = Effect.gen(function* () {
  const { request } = yield* RouteArgs
  const tags = (yield* (yield* Tags).all).map(({ name }) => name)
  const asked = new URL(request.url).searchParams.get("tag")
  const tag = tags.find((name) => name === asked) ?? null
  const communities = yield* Communities
  return { tag, tags, newest: yield* communities.newest(NEWEST, tag === null ? [] : [tag]) }
})
