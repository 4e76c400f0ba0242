/**
 * Sessions: who is signed in, in which browser, until when (docs/product/safety.md).
 *
 * A browser has a random token; we store its hash. Signing in always creates a new token and ends the browser's former
 * session. A session ends after 7 days without a visit, after 30 days in any case, or when it is ended.
 */
import { Array as Arr, Clock, Duration, Effect, Option, Queue, Schema } from "effect"
import type { Visitor, Waiting } from "~/effects/access/Visitor"
import type { AccountAddress } from "~/effects/base/addresses/addresses"
import { LockTimeout } from "~/effects/base/db/sqlite.server"
import { logDied, storageFailureIn } from "~/effects/base/db/storageFailure.server"
import { randomId, randomToken, sha256 } from "~/effects/base/text/random.server"
import type { Suspension } from "~/effects/people/suspension/Suspension"
import { SessionsRepo, type SessionWithProfile } from "./SessionsRepo.server"

/**
 * For writes that a page does not depend on, such as the time of a visit: they do not wait for another program's lock,
 * and do not fail the page when the storage takes no writes.
 */
const bestEffort = <E, R>(write: Effect.Effect<unknown, E, R>): Effect.Effect<void, E, R> =>
  write.pipe(
    Effect.asVoid,
    Effect.catchSomeCause((cause) => Option.as(storageFailureIn(cause), Effect.void)),
    Effect.provideService(LockTimeout, 0)
  )

/**
 * When sessions were last used. The visits of a second are written in one statement that no page waits for: one at a
 * time, each would be a commit of its own and a statement more for the page.
 */
const GATHERED = Duration.seconds(1)
/** Sessions in one statement. */
const MOST = 500

export class Visits extends Effect.Service<Visits>()("people/wallet-session/Visits", {
  dependencies: [SessionsRepo.Default],
  scoped: Effect.gen(function* () {
    const repo = yield* SessionsRepo
    /** Ids, not tokens, since a token may be replaced meanwhile. One time stands for all: they lie within a second. */
    const waiting = new Set<string>()
    let latest = 0
    const poke = yield* Queue.sliding<void>(1)

    const write = Effect.suspend(() => {
      const ids = [...waiting]
      waiting.clear()
      return Effect.forEach(Arr.chunksOf(ids, MOST), (some) => bestEffort(repo.touch(some, latest)), {
        discard: true
      })
    }).pipe(
      Effect.catchAllCause(logDied("visits were not written")),
      // Uninterruptible, because visits that a shutdown cut off here would be lost.
      Effect.uninterruptible
    )

    yield* Effect.addFinalizer(() => write)
    yield* Queue.take(poke).pipe(
      Effect.zipRight(Effect.sleep(GATHERED)),
      Effect.zipRight(write),
      Effect.forever,
      Effect.forkScoped
    )

    return {
      /** Written within a second, if the storage accepts writes. */
      note: (sessionId: string, at: number): Effect.Effect<void> =>
        Effect.suspend(() => {
          waiting.add(sessionId)
          latest = at
          return Effect.asVoid(Queue.offer(poke, undefined))
        })
    }
  })
}) {}

export const SESSION_LIFE = Duration.days(30)
/** A visit is stored at most this often. */
const TOUCH_PAUSE = Duration.minutes(1)
/** A session not looked up for this long takes the usual way, which records the visit. */
const FRESH = Duration.toMillis("1 minute")
const MAX_USER_AGENT = 300
const MAX_LABEL = 60

export interface Session extends Visitor {
  /** Names the session in lists. It is not the token. */
  readonly id: string
  readonly personaAddress: string | null
  /** The profile's address, for its owner only. */
  readonly email: string | null
  /** When a wallet last signed for this session. Unix milliseconds, like all times here. */
  readonly provenAt: number
  readonly createdAt: number
  readonly expiresAt: number
  /** Capped counts; zero for requests that only write. */
  readonly waiting: Waiting
}

/** One line of "where you are signed in". */
export class SessionEntry extends Schema.Class<SessionEntry>("SessionEntry")({
  id: Schema.String,
  userAgent: Schema.String,
  createdAt: Schema.Number,
  lastSeenAt: Schema.Number,
  expiresAt: Schema.Number
}) {}

export interface Opening {
  readonly account: AccountAddress
  readonly persona: { readonly address: string; readonly label: string | null } | null
  readonly userAgent: string
  /** The token that the browser already has. Its session ends. */
  readonly replaces: Option.Option<string>
}

const newRow = ({ account, persona, userAgent }: Opening, tokenHash: string, id: string, now: number) => ({
  tokenHash,
  id,
  accountAddress: account,
  personaAddress: persona?.address ?? null,
  personaLabel: persona?.label?.slice(0, MAX_LABEL) ?? null,
  userAgent: userAgent.slice(0, MAX_USER_AGENT),
  provenAt: now,
  createdAt: now,
  lastSeenAt: now,
  expiresAt: now + Duration.toMillis(SESSION_LIFE)
})

const profileOf = ({ displayImage, username }: SessionWithProfile) =>
  username === null || displayImage === null ? null : { username, displayImage }

/** The suspension of the session's account, if any. */
const suspensionOf = ({ suspendedUntil, suspensionKind, suspensionReason }: SessionWithProfile): Suspension | null =>
  suspensionKind === null ? null : { kind: suspensionKind, reason: suspensionReason ?? "", suspendedUntil }

/** What a token belongs to: a session to act with, a suspended account, or nothing. */
export interface Holder {
  readonly session: Option.Option<Session>
  readonly suspension: Suspension | null
}
export const NOBODY: Holder = { session: Option.none(), suspension: null }

const sessionOf = (row: SessionWithProfile): Session => ({
  id: row.id,
  account: row.accountAddress,
  personaAddress: row.personaAddress,
  personaLabel: row.personaLabel,
  profile: profileOf(row),
  email: row.email,
  provenAt: row.provenAt,
  createdAt: row.createdAt,
  expiresAt: row.expiresAt,
  waiting: { unread: row.unread, needs: row.needs }
})

export class Sessions extends Effect.Service<Sessions>()("people/wallet-session/Sessions", {
  dependencies: [SessionsRepo.Default, Visits.Default],
  effect: Effect.gen(function* () {
    const repo = yield* SessionsRepo
    const visits = yield* Visits

    /** Opens a session and returns its token, which is not stored. */
    const open = Effect.fn("Sessions.open")(function* (opening: Opening) {
      const now = yield* Clock.currentTimeMillis
      const token = yield* randomToken
      const row = newRow(opening, sha256(token), yield* randomId(), now)
      yield* repo.replace(row, Option.getOrNull(Option.map(opening.replaces, sha256)))
      return token
    })

    /**
     * Looks up a token. This counts as a visit, except for a suspended account. With `isCounted`, also counts what is
     * to do for the person, which costs more than everything else.
     */
    const read = Effect.fn("Sessions.read")(function* (token: string, isCounted = true) {
      const tokenHash = sha256(token)
      const now = yield* Clock.currentTimeMillis
      const row = yield* repo.find(tokenHash, isCounted)
      if (Option.isNone(row)) return NOBODY
      const suspension = suspensionOf(row.value)
      if (suspension !== null) return { ...NOBODY, suspension }
      if (row.value.lastSeenAt <= now - Duration.toMillis(TOUCH_PAUSE)) yield* visits.note(row.value.id, now)
      return { session: Option.some(sessionOf(row.value)), suspension }
    })

    /** The valid session of a token. */
    const find = (token: string) => Effect.map(read(token, false), ({ session }) => session)

    /**
     * The account of each token, in their order, with one statement; null if its session has ended or never existed.
     */
    const accountsOf = (tokens: ReadonlyArray<string>): Effect.Effect<ReadonlyArray<AccountAddress | null>> =>
      Effect.gen(function* () {
        const now = yield* Clock.currentTimeMillis
        const hashes = tokens.map((token) => sha256(token))
        const owners = yield* repo.ownersOf([...new Set(hashes)])
        const known = new Map(owners.map((owner) => [owner.tokenHash, owner] as const))
        return yield* Effect.forEach(tokens, (token, at) => {
          const owner = known.get(hashes[at] ?? "")
          if (owner === undefined) return Effect.succeed(null)
          if (owner.lastSeenAt > now - FRESH) return Effect.succeed(owner.accountAddress)
          return Effect.map(find(token), (found) => Option.getOrNull(Option.map(found, (_) => _.account)))
        })
      })

    return {
      open,
      read,
      find,
      /**
       * The account of a valid session. Does not count as a visit, so that background requests do not keep a session
       * alive.
       */
      accountOf: (token: string) =>
        Effect.map(repo.ownersOf([sha256(token)]), ([owner]) => Option.fromNullable(owner?.accountAddress)),
      /**
       * A new token for the same session, for when something about the person changes. None if the session has ended.
       */
      renew: Effect.fn("Sessions.renew")(function* (token: string) {
        const fresh = yield* randomToken
        return (yield* repo.rename(sha256(token), sha256(fresh))) ? Option.some(fresh) : Option.none<string>()
      }),
      end: (token: string) => Effect.asVoid(repo.end(sha256(token))),
      /** Where the account is signed in, newest first. */
      list: Effect.fn("Sessions.list")(function* (account: AccountAddress) {
        const rows = yield* repo.list(account)
        return rows.map((row) => new SessionEntry(row))
      }),
      /** False if the account has no such session. */
      endOne: repo.endOne,
      /** Ends every other session of the account; returns how many there were. */
      endOthers: repo.endOthers,
      /** Ends every session of the account; returns how many there were. */
      endAll: repo.endAll,
      sessionsOf: repo.sessionsOf,
      hasProfile: (account: AccountAddress) => Effect.map(repo.profileOf(account), Option.isSome),
      accountsOf
    }
  })
}) {}
