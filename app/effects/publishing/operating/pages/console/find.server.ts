/**
 * The operators' search for a person, a community or a post, with the actions to hide or show the post and to close or
 * reopen the community.
 */
import { Clock, Effect, Option } from "effect"
import { textOf } from "~/effects/base/remix/pageAction.server"
import { RouteArgs } from "~/effects/base/remix/RouteArgs.server"
import { tidyLine } from "~/effects/base/text/plain"
import { shortName } from "~/effects/people/account/shortName"
import { ContentCare } from "../../ContentCare.server"
import type { FoundPage, PostCard } from "../../console"
import { FoundCommunities } from "../../FoundCommunities.server"
import { FoundPeople } from "../../FoundPeople.server"
import { type FoundPost, FoundPosts } from "../../FoundPosts.server"
import { OperatorLog, searchView } from "../../OperatorLog.server"
import { forOperators, onPage, operatorAction, orderIn } from "./operator.server"

const MOST = 10
const MAX_QUERY = 300

const cardOf = ({ communityName, post }: FoundPost): PostCard => ({
  what: post.type === "thread" ? "thread" : "reply",
  title: post.title,
  path: post.path,
  community: communityName,
  author: shortName(post.author),
  isHidden: post.shown === "hidden"
})

/** Also finds an account that has no profile, or no longer has one. */
const peopleLike = (text: string) =>
  Effect.gen(function* () {
    const people = yield* FoundPeople
    if (!text.startsWith("account_")) return yield* people.list(text, MOST)
    return Option.toArray(yield* Effect.option(people.one(text)))
  })

export const findPage = forOperators((who) =>
  Effect.gen(function* () {
    const { request } = yield* RouteArgs
    const now = yield* Clock.currentTimeMillis
    const query = tidyLine(new URL(request.url).searchParams.get("q") ?? "").slice(0, MAX_QUERY)
    if (query === "") return { now, query, people: [], communities: [], post: null } satisfies FoundPage
    const post = yield* Effect.option((yield* FoundPosts).one(query))
    const people = yield* peopleLike(query)
    const communities = yield* (yield* FoundCommunities).list(query, MOST)
    const isPrivatePost = Option.exists(post, ({ isPrivate }) => isPrivate)
    const view = searchView(query, { people, communities, isPrivatePost })
    if (view !== undefined) yield* (yield* OperatorLog).recordView(onPage(who), view.summary, view.target)
    return { now, query, people, communities, post: Option.getOrNull(Option.map(post, cardOf)) } satisfies FoundPage
  })
)

const changing = (act: "hide" | "show") => (form: FormData) =>
  Effect.gen(function* () {
    const order = yield* orderIn(form)
    const { summary } = yield* (yield* ContentCare)[act](textOf(form, "on"), order)
    return { message: `${summary}.` }
  })

const ofCommunity = (act: "close" | "reopen") => (form: FormData) =>
  Effect.gen(function* () {
    const order = yield* orderIn(form)
    const { summary } = yield* (yield* ContentCare)[act](textOf(form, "on"), order)
    return { message: `${summary}.` }
  })

export const findAction = operatorAction({
  hide: changing("hide"),
  show: changing("show"),
  "close-community": ofCommunity("close"),
  "reopen-community": ofCommunity("reopen")
})
