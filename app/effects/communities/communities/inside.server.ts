/** The community of a page below /community/detail/{id} as the caller may see it, and what they may do there. */
import { Clock, Effect } from "effect"
import type { FoundCommunity, Inside } from "~/effects/access/Inside"
import type { CommunityRole } from "~/effects/access/permissions"
import type { NotThere } from "~/effects/base/failures/failures"
import type { RequestContext } from "~/effects/base/remix/RequestContext"
import { RouteArgs } from "~/effects/base/remix/RouteArgs.server"
import type { Sessions } from "~/effects/people/wallet-session/Sessions.server"
import { session } from "~/effects/people/wallet-session/visitor.server"
import { Communities } from "./Communities.server"

/** Adds the reader's role to a community that was found for them. */
export const insideOf = ({ community, isFollowing = false, membership }: FoundCommunity) =>
  Effect.gen(function* () {
    const held = yield* session
    const visitor = held._tag === "None" ? null : held.value
    const communityRole: CommunityRole = {
      account: visitor?.account ?? null,
      hasProfile: visitor !== null && visitor.profile !== null,
      ...(visitor === null ? {} : { provenAt: visitor.provenAt }),
      now: yield* Clock.currentTimeMillis,
      community: {
        name: community.name,
        stage: community.stage,
        proposerRole: community.governance.proposerRole,
        isPrivate: community.visibility === "private"
      },
      membership
    }
    return { community, isFollowing, membership, visitor, communityRole } satisfies Inside
  })

const findVisitor = Effect.gen(function* () {
  const { params } = yield* RouteArgs
  const held = yield* session
  const communities = yield* Communities
  const found = yield* communities.byId(params.id ?? "", held._tag === "None" ? null : held.value.account)
  return yield* insideOf(found)
}).pipe(Effect.withSpan("inside"))

/** The lookup of each page load, by its load context; all loaders of the page share it. */
const lookups = new WeakMap<RequestContext, Effect.Effect<Inside, NotThere, Communities | Sessions | RouteArgs>>()

/**
 * By params.id; `NotThere` in the same words for a community that does not exist and for one that this person may not
 * see.
 */
export const inside: Effect.Effect<Inside, NotThere, Communities | Sessions | RouteArgs> = Effect.gen(function* () {
  const { context, request } = yield* RouteArgs
  // Not shared on a write: loaders after an action must see what it changed.
  if (request.method !== "GET") return yield* findVisitor
  return yield* lookups.get(context) ?? (yield* begun(context))
})

const begun = Effect.fnUntraced(function* (context: RequestContext) {
  const fresh = yield* Effect.cached(findVisitor)
  // Another loader may have started the lookup first.
  const lookup = lookups.get(context) ?? fresh
  lookups.set(context, lookup)
  return lookup
})
