/**
 * Who the request comes from, for loaders and actions. However many of them ask, one request costs one look-up.
 */
import { Duration, Effect, Option } from "effect"
import type { Visitor, VisitorWithProfile } from "~/effects/access/Visitor"
import type { AccountAddress } from "~/effects/base/addresses/addresses"
import { NoProfile, NotSignedIn } from "~/effects/base/failures/failures"
import { clearedCookie, cookieIn, type HostCookieName, hostCookie } from "~/effects/base/remix/cookies.server"
import type { RequestContext } from "~/effects/base/remix/RequestContext"
import { ReplyHeaders, RouteArgs } from "~/effects/base/remix/RouteArgs.server"
import { sha256 } from "~/effects/base/text/random.server"
import { AccountSuspended } from "~/effects/people/suspension/errors"
import { ACCOUNTS_COOKIE, ProvenAccounts } from "./ProvenAccounts.server"
import { type Holder, NOBODY, SESSION_LIFE, type Session, Sessions } from "./Sessions.server"
import { heldTokenOf, SESSION_COOKIE, tokenOfCookie } from "./sessionCookie.server"
import { SIGNED_OUT_COOKIE } from "./signedOutCookie"

type Lookups = WeakMap<RequestContext, Effect.Effect<Holder>>

/** The running look-up of each request, by its load context, which all its loaders share. */
const lookups: Lookups = new WeakMap()
/** The same for its action: what waits for a person is counted for the pages that show it. */
const actionLookups: Lookups = new WeakMap()

const READER_LENGTH = 16

const cookieHeader = Effect.map(RouteArgs, ({ request }) => request.headers.get("Cookie") ?? "")

/** The token the browser acts with, if it can be one of ours. */
export const sessionToken: Effect.Effect<Option.Option<string>, never, RouteArgs> = Effect.map(
  cookieHeader,
  tokenOfCookie
)

/** The token the browser holds, also where its person has signed out: for what ends or replaces that session. */
export const heldToken: Effect.Effect<Option.Option<string>, never, RouteArgs> = Effect.map(cookieHeader, heldTokenOf)

/**
 * The session with its times, for what asks for a fresh proof. Pages want `visitor`. Who was suspended has none; the
 * request remembers why, so that they hear that instead of "sign in".
 */
export const session: Effect.Effect<Option.Option<Session>, never, Sessions | RouteArgs> = Effect.gen(function* () {
  const held = yield* heldToken
  if (Option.isNone(held)) return Option.none<Session>()
  const token = yield* sessionToken
  const { context, request } = yield* RouteArgs
  const isAction = request.method !== "GET" && request.method !== "HEAD"
  const known = isAction ? actionLookups : lookups
  const { session: found } = yield* known.get(context) ?? (yield* begun(known, context, token, isAction, held.value))
  return found
})

/** Begins the look-up of a request, and says in its context who reads, or why nobody does. */
const begun = Effect.fnUntraced(function* (
  known: Lookups,
  context: RequestContext,
  token: Option.Option<string>,
  isAction: boolean,
  held: string
) {
  const sessions = yield* Sessions
  const looked = Option.match(token, {
    // Signed out in this browser while the server was not reached: what it still holds ends now.
    onNone: () => Effect.as(sessions.end(held), NOBODY),
    onSome: (living) => sessions.look(living, !isAction)
  })
  const fresh = yield* Effect.cached(
    Effect.tap(looked, ({ session: found, suspension }) => {
      if (Option.isSome(found)) context.reader = sha256(`reader ${found.value.id}`).slice(0, READER_LENGTH)
      if (suspension !== null) context.barred = new AccountSuspended({ suspension })
    })
  )
  // Another loader may have been first.
  const lookup = known.get(context) ?? fresh
  known.set(context, lookup)
  return lookup
})

/** After an action changed who the visitor is, for loaders that run in the same request. */
export const forgetVisitor: Effect.Effect<void, never, RouteArgs> = Effect.map(RouteArgs, ({ context }) => {
  lookups.delete(context)
  actionLookups.delete(context)
  delete context.barred
})

/** Who is signed in; null for everybody else. */
export const visitor: Effect.Effect<Visitor | null, never, Sessions | RouteArgs> = Effect.map(
  session,
  Option.match({
    onNone: () => null,
    onSome: ({ account, personaLabel, profile }) => ({ account, personaLabel, profile })
  })
)

/** The proven account, where the browser is signed in. */
export const currentAccount: Effect.Effect<Option.Option<AccountAddress>, never, Sessions | RouteArgs> = Effect.map(
  session,
  Option.map(({ account }) => account)
)

/** For what needs a proven account. `action` completes "Sign in with your wallet to …". */
export const requireAccount = (action: string): Effect.Effect<Visitor, NotSignedIn, Sessions | RouteArgs> =>
  Effect.flatMap(visitor, (who) => (who === null ? new NotSignedIn({ action }) : Effect.succeed(who)))

/** For what needs a profile. `action` completes "Complete your profile to …". */
export const requireProfile = (
  action: string
): Effect.Effect<VisitorWithProfile, NotSignedIn | NoProfile, Sessions | RouteArgs> =>
  Effect.flatMap(requireAccount(action), ({ profile, ...who }) =>
    profile === null ? new NoProfile({ action }) : Effect.succeed({ ...who, profile })
  )

/** Takes a cookie away that the browser has. */
const take = (name: HostCookieName) =>
  Effect.gen(function* () {
    if (cookieIn(yield* cookieHeader, name) === undefined) return
    const headers = yield* ReplyHeaders
    headers.append("Set-Cookie", clearedCookie(name))
  })

export const setSessionCookie = (token: string) =>
  Effect.gen(function* () {
    const headers = yield* ReplyHeaders
    headers.append("Set-Cookie", hostCookie(SESSION_COOKIE, token, Duration.toSeconds(SESSION_LIFE)))
    yield* take(SIGNED_OUT_COOKIE)
  })

/** Keeps which accounts were proven with the session's; a browser that has and gets no such list hears nothing. */
export const setAccountsCookie = (account: AccountAddress, others: ReadonlyArray<AccountAddress>) =>
  Effect.gen(function* () {
    if (others.length === 0 && cookieIn(yield* cookieHeader, ACCOUNTS_COOKIE) === undefined) return
    const { cookieOf } = yield* ProvenAccounts
    const headers = yield* ReplyHeaders
    headers.append("Set-Cookie", yield* cookieOf(account, others))
  })

/** The accounts that proved themselves in this browser beside the session's own. */
export const otherAccounts = (account: AccountAddress) =>
  Effect.gen(function* () {
    const { others } = yield* ProvenAccounts
    return yield* others(account, yield* cookieHeader)
  })

export const clearSessionCookie = Effect.gen(function* () {
  const headers = yield* ReplyHeaders
  headers.append("Set-Cookie", clearedCookie(SESSION_COOKIE))
  yield* take(ACCOUNTS_COOKIE)
  yield* take(SIGNED_OUT_COOKIE)
})
