/** Who sent the request, for loaders and actions. However many of them ask, one request costs one lookup. */
import { Duration, Effect, Option } from "effect"
import type { Visitor, VisitorWithProfile } from "~/effects/access/Visitor"
import type { AccountAddress } from "~/effects/base/addresses/addresses"
import { NoProfile, NotSignedIn } from "~/effects/base/failures/failures"
import { clearedCookie, cookieIn, type HostCookieName, hostCookie } from "~/effects/base/remix/cookies.server"
import type { RequestContext } from "~/effects/base/remix/RequestContext"
import { ReplyHeaders, RouteArgs } from "~/effects/base/remix/RouteArgs.server"
import { sha256 } from "~/effects/base/text/random.server"
import { AccountSuspended } from "~/effects/people/suspension/AccountSuspensions.server"
import { ACCOUNTS_COOKIE, ProvenAccounts } from "./ProvenAccounts.server"
import { type Holder, NOBODY, SESSION_LIFE, type Session, Sessions } from "./Sessions.server"
import { heldTokenOf, SESSION_COOKIE, tokenOfCookie } from "./sessionCookie.server"
import { SIGNED_OUT_COOKIE } from "./signedOutCookie"

type Lookups = WeakMap<RequestContext, Effect.Effect<Holder>>

/** The lookup of each request, by its load context; all its loaders share it. */
const lookups: Lookups = new WeakMap()
/** The same for its action, without the counts of what is to do, which only pages show. */
const actionLookups: Lookups = new WeakMap()

const READER_LENGTH = 16

const cookieHeader = Effect.map(RouteArgs, ({ request }) => request.headers.get("Cookie") ?? "")

/** The token that the browser acts with, if it can be one of ours. */
export const sessionToken: Effect.Effect<Option.Option<string>, never, RouteArgs> = Effect.map(
  cookieHeader,
  tokenOfCookie
)

/** The token that the browser has, even if its person has signed out: for ending or replacing that session. */
export const heldToken: Effect.Effect<Option.Option<string>, never, RouteArgs> = Effect.map(cookieHeader, heldTokenOf)

/**
 * The session with its times, for what needs a fresh proof. Pages want `visitor`. A suspended account has none; the
 * request remembers why, so that the person reads that instead of "sign in".
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

/** Starts the lookup of a request, and stores in its context who reads, or why there is no session. */
const begun = Effect.fnUntraced(function* (
  known: Lookups,
  context: RequestContext,
  token: Option.Option<string>,
  isAction: boolean,
  held: string
) {
  const sessions = yield* Sessions
  const foundSession = Option.match(token, {
    // The person signed out in this browser while the server was unreachable, so the session ends now.
    onNone: () => Effect.as(sessions.end(held), NOBODY),
    onSome: (living) => sessions.read(living, !isAction)
  })
  const fresh = yield* Effect.cached(
    Effect.tap(foundSession, ({ session: found, suspension }) => {
      if (Option.isSome(found)) context.reader = sha256(`reader ${found.value.id}`).slice(0, READER_LENGTH)
      if (suspension !== null) context.barred = new AccountSuspended({ suspension })
    })
  )
  // Another loader may have started the lookup first.
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

/** The signed-in visitor; otherwise null. */
export const visitor: Effect.Effect<Visitor | null, never, Sessions | RouteArgs> = Effect.map(
  session,
  Option.match({
    onNone: () => null,
    onSome: ({ account, personaLabel, profile }) => ({ account, personaLabel, profile })
  })
)

/** The proven account, if the browser is signed in. */
export const currentAccount: Effect.Effect<Option.Option<AccountAddress>, never, Sessions | RouteArgs> = Effect.map(
  session,
  Option.map(({ account }) => account)
)

/** Requires a proven account. `action` completes "Sign in with your wallet to …". */
export const requireAccount = (action: string): Effect.Effect<Visitor, NotSignedIn, Sessions | RouteArgs> =>
  Effect.flatMap(visitor, (who) => (who === null ? new NotSignedIn({ action }) : Effect.succeed(who)))

/** Requires a profile. `action` completes "Complete your profile to …". */
export const requireProfile = (
  action: string
): Effect.Effect<VisitorWithProfile, NotSignedIn | NoProfile, Sessions | RouteArgs> =>
  Effect.flatMap(requireAccount(action), ({ profile, ...who }) =>
    profile === null ? new NoProfile({ action }) : Effect.succeed({ ...who, profile })
  )

/** Deletes a cookie if the browser has it. */
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

/**
 * Stores which accounts were proven together with the session's; a browser without such a cookie and such accounts gets
 * no header.
 */
export const setAccountsCookie = (account: AccountAddress, others: ReadonlyArray<AccountAddress>) =>
  Effect.gen(function* () {
    if (others.length === 0 && cookieIn(yield* cookieHeader, ACCOUNTS_COOKIE) === undefined) return
    const { cookieOf } = yield* ProvenAccounts
    const headers = yield* ReplyHeaders
    headers.append("Set-Cookie", yield* cookieOf(account, others))
  })

/** The accounts proven in this browser together with the session's own. */
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

/** How many things wait for the caller, for the bell and the bottom bar. Zeros without a session. */
export const waiting = Effect.map(
  session,
  Option.match({ onNone: () => ({ unread: 0, needs: 0 }), onSome: (held) => held.waiting })
)
