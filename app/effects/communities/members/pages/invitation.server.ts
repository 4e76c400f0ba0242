/**
 * An invitation to a private community: the shared link opens the join box. Without a live code the response is the
 * same as for a community that does not exist.
 */

import { Effect, Option } from "effect"
import { communityIdOf } from "~/effects/access/communityIdOf"
import type { Inside } from "~/effects/access/Inside"
import { NotThere } from "~/effects/base/failures/failures"
import { pageAction, redirectTo } from "~/effects/base/remix/pageAction.server"
import { RouteArgs } from "~/effects/base/remix/RouteArgs.server"
import { parseMarkdown } from "~/effects/base/text/markdown/parseMarkdown.server"
import { randomId } from "~/effects/base/text/random.server"
import { inside, insideOf } from "~/effects/communities/communities/inside.server"
import { frameOf } from "~/effects/communities/communities/pages/frame.server"
import { session } from "~/effects/people/wallet-session/visitor.server"
import { Invitations } from "../Invitations.server"
import { invitationPath } from "../joining"
import type { InvitationPage } from "../page"
import { joinWith } from "./commands.server"

const codeIn = (request: Request): string => new URL(request.url).searchParams.get("invite") ?? ""

/** One text for every code that is not live, so that nobody learns of a community by guessing. */
const ENDED =
  "This invitation is not valid: it was used, withdrawn, or has expired, or its link is incomplete. Ask for a new one."

/** The community of a live code, for any caller. */
const invited = Effect.gen(function* () {
  const { params, request } = yield* RouteArgs
  const held = yield* session
  const account = Option.match(held, { onNone: () => null, onSome: (found) => found.account })
  const invitations = yield* Invitations
  const found = yield* invitations.opens(params.id ?? "", codeIn(request), account)
  return Option.isNone(found) ? yield* new NotThere({ message: ENDED }) : yield* insideOf(found.value)
})

/** Redirects readers who may already look inside: the header there has the join box. */
export const invitationPage = Effect.gen(function* () {
  const { params, request } = yield* RouteArgs
  const invite = codeIn(request)
  const here: Inside | null = yield* Effect.catchTag(inside, "NotThere", () => Effect.succeed(null))
  if (here !== null) {
    return yield* redirectTo(
      `/community/detail/${encodeURIComponent(params.id ?? "")}?${new URLSearchParams({ invite })}`
    )
  }
  const door = yield* invited
  return {
    community: frameOf(door, yield* randomId(20)),
    rules: parseMarkdown(door.community.rules, { userText: true, anchorPrefix: "rules-" }),
    invite
  } satisfies InvitationPage
})

export const invitationAction = pageAction({ join: joinWith(Effect.catchTag(inside, "NotThere", () => invited)) })

/**
 * For the loader inside a community: a link with a code redirects readers who may not look inside to the invitation
 * page.
 */
export const orToTheDoor = <A, R>(program: Effect.Effect<A, NotThere, R>) =>
  Effect.catchTag(program, "NotThere", (error) =>
    Effect.gen(function* () {
      const { params, request } = yield* RouteArgs
      const code = codeIn(request)
      return code === "" ? yield* error : yield* redirectTo(invitationPath(yield* communityIdOf(params.id), code))
    })
  )
