/**
 * Sessions: who is signed in, in which browser, until when (docs/product/safety.md, B9, docs/product/communities.md,
 * 3.5.1).
 *
 * A browser holds a random token; we hold its hash. Signing in always gives a new token and ends the session the
 * browser had before. A session ends after 7 days without a visit, after 30 days in any case, or when it is ended.
 */
import { Clock, Duration, Effect, Option, Schema } from "effect"
import type { Visitor } from "~/effects/access/Visitor"
import type { Waiting } from "~/effects/access/Waiting"
import type { AccountAddress } from "~/effects/base/addresses/addresses"
import { randomId, randomToken, sha256 } from "~/effects/base/text/random.server"
import type { Suspension } from "~/effects/people/suspension/Suspension"
import { LivingSessions, SessionsRepo, type SessionWithProfile } from "./SessionsRepo.server"
import { Visits } from "./Visits.server"

export const SESSION_LIFE = Duration.days(30)
/** A visit is written down at most this often. */
const TOUCH_PAUSE = Duration.minutes(1)
const MAX_USER_AGENT = 300
const MAX_LABEL = 60

export interface Session extends Visitor {
  /** Names the session where it is listed. Not the token. */
  readonly id: string
  readonly personaAddress: string | null
  /** Of the profile; for its own person only. */
  readonly email: string | null
  /** When a wallet last signed for this session. Unix milliseconds, as all times here. */
  readonly provenAt: number
  readonly createdAt: number
  readonly expiresAt: number
  /** As far as each is counted; nothing where a request only writes. */
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
  /** The token the browser holds already. That session ends. */
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

/** What stands against the account of a session. */
const suspensionOf = ({ suspendedUntil, suspensionKind, suspensionReason }: SessionWithProfile): Suspension | null =>
  suspensionKind === null ? null : { kind: suspensionKind, reason: suspensionReason ?? "", suspendedUntil }

/** Who holds a token: a session to act with, a person who was suspended, or nobody. */
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

export class Sessions extends Effect.Service<Sessions>()("effects/Sessions", {
  dependencies: [SessionsRepo.Default, LivingSessions.Default, Visits.Default],
  effect: Effect.gen(function* () {
    const repo = yield* SessionsRepo
    const living = yield* LivingSessions
    const visits = yield* Visits

    /** Opens a session and answers its token, which exists nowhere else. */
    const open = Effect.fn("Sessions.open")(function* (opening: Opening) {
      const now = yield* Clock.currentTimeMillis
      const token = yield* randomToken
      const row = newRow(opening, sha256(token), yield* randomId(), now)
      yield* repo.replace(row, Option.getOrNull(Option.map(opening.replaces, sha256)))
      return token
    })

    /**
     * Whose token it is. Looking is a visit, but for who was suspended. `isCounted` where it is asked what waits for them:
     * counting that costs more than everything else.
     */
    const look = Effect.fn("Sessions.look")(function* (token: string, isCounted = true) {
      const tokenHash = sha256(token)
      const now = yield* Clock.currentTimeMillis
      const row = yield* living.find(tokenHash, isCounted)
      if (Option.isNone(row)) return NOBODY
      const suspension = suspensionOf(row.value)
      if (suspension !== null) return { ...NOBODY, suspension }
      if (row.value.lastSeenAt <= now - Duration.toMillis(TOUCH_PAUSE)) yield* visits.note(row.value.id, now)
      return { session: Option.some(sessionOf(row.value)), suspension }
    })

    return {
      open,
      look,
      /** The session of a token, while it lives. */
      find: (token: string) => Effect.map(look(token, false), ({ session }) => session),
      /** Whose living session a token is. Looking is no visit: what asks by itself keeps no session alive. */
      accountOf: (token: string) =>
        Effect.map(living.ownersOf([sha256(token)]), ([owner]) => Option.fromNullable(owner?.accountAddress)),
      /** A new token for the same session, for when something about the person changes. None: it had ended. */
      renew: Effect.fn("Sessions.renew")(function* (token: string) {
        const fresh = yield* randomToken
        return (yield* repo.rename(sha256(token), sha256(fresh))) ? Option.some(fresh) : Option.none<string>()
      }),
      end: (token: string) => Effect.asVoid(repo.end(sha256(token))),
      /** Where the account is signed in, newest first. */
      list: Effect.fn("Sessions.list")(function* (account: string) {
        const rows = yield* living.list(account)
        return rows.map((row) => new SessionEntry(row))
      }),
      /** False where the account has no such session. */
      endOne: repo.endOne,
      /** Ends every session of the account but this one, and tells how many there were. */
      endOthers: repo.endOthers,
      /** Ends every session of the account, and tells how many there were. */
      endAll: repo.endAll,
      keptOf: repo.keptOf,
      hasProfile: (account: string) => Effect.map(living.profileOf(account), Option.isSome)
    }
  })
}) {}
