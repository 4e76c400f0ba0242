/**
 * Sessions on disk, each with the profile of its account and what waits for it: one statement tells a page who is
 * looking at it, and what its bell and its bottom bar say.
 */
import { SqlClient, SqlSchema } from "@effect/sql"
import { Effect, Schema } from "effect"
import { waitingColumns } from "../notifications/waitingColumns.server"

export class SessionRow extends Schema.Class<SessionRow>("SessionRow")({
  id: Schema.String,
  accountAddress: Schema.String,
  personaAddress: Schema.NullOr(Schema.String),
  personaLabel: Schema.NullOr(Schema.String),
  userAgent: Schema.String,
  provenAt: Schema.Number,
  createdAt: Schema.Number,
  lastSeenAt: Schema.Number,
  expiresAt: Schema.Number
}) {}

class SessionWithProfile extends SessionRow.extend<SessionWithProfile>("SessionWithProfile")({
  username: Schema.NullOr(Schema.String),
  displayImage: Schema.NullOr(Schema.String),
  unread: Schema.Int,
  needs: Schema.Int
}) {}

const NewSession = Schema.Struct({ tokenHash: Schema.String, ...SessionRow.fields })
const columns =
  "id, account_address, persona_address, persona_label, user_agent, proven_at, created_at, last_seen_at, expires_at"

/** Which sessions still count: not past their end, and seen since `seenAfter`. Unix milliseconds. */
const Living = { now: Schema.Number, seenAfter: Schema.Number }

export class SessionsRepo extends Effect.Service<SessionsRepo>()("effects/SessionsRepo", {
  effect: Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient

    const find = SqlSchema.findOne({
      Request: Schema.Struct({ tokenHash: Schema.String, ...Living }),
      Result: SessionWithProfile,
      execute: ({ now, seenAfter, tokenHash }) => sql`
        SELECT sessions.id, sessions.account_address, sessions.persona_address, sessions.persona_label, sessions.user_agent, sessions.proven_at, sessions.created_at,
          sessions.last_seen_at, sessions.expires_at, u.username, u.display_image, ${waitingColumns(sql, sql`sessions.account_address`, now)}
        FROM sessions LEFT JOIN users u ON u.account_address = sessions.account_address AND u.status = 'active'
        WHERE sessions.token_hash = ${tokenHash} AND sessions.expires_at > ${now} AND sessions.last_seen_at > ${seenAfter}`
    })

    const list = SqlSchema.findAll({
      Request: Schema.Struct({ account: Schema.String, ...Living }),
      Result: SessionRow,
      execute: ({ account, now, seenAfter }) => sql`
        SELECT ${sql.literal(columns)} FROM sessions
        WHERE account_address = ${account} AND expires_at > ${now} AND last_seen_at > ${seenAfter}
        ORDER BY created_at DESC, id`
    })

    const profileOf = SqlSchema.findOne({
      Request: Schema.String,
      Result: Schema.Struct({ username: Schema.String, displayImage: Schema.String }),
      execute: (account) => sql`
        SELECT username, display_image FROM users WHERE account_address = ${account} AND status = 'active'`
    })

    const add = SqlSchema.void({
      Request: NewSession,
      execute: (row) => sql`INSERT INTO sessions ${sql.insert(row)}`
    })

    return {
      find: (request: Parameters<typeof find>[0]) => Effect.orDie(find(request)),
      list: (request: Parameters<typeof list>[0]) => Effect.orDie(list(request)),
      profileOf: (account: string) => Effect.orDie(profileOf(account)),

      /** Adds a session in place of another one, and forgets those whose time is over. */
      replace: Effect.fn("SessionsRepo.replace")((row: typeof NewSession.Type, oldTokenHash: string | null) =>
        Effect.gen(function* () {
          yield* sql`DELETE FROM sessions WHERE token_hash = ${oldTokenHash} OR expires_at <= ${row.createdAt}`
          yield* add(row)
        }).pipe(sql.withTransaction, Effect.orDie)
      ),

      rename: (oldTokenHash: string, tokenHash: string) =>
        sql`UPDATE sessions SET token_hash = ${tokenHash} WHERE token_hash = ${oldTokenHash} RETURNING id`.pipe(
          Effect.map((rows) => rows.length === 1),
          Effect.orDie
        ),

      touch: (tokenHash: string, now: number, seenBefore: number) =>
        Effect.orDie(sql`
          UPDATE sessions SET last_seen_at = ${now} WHERE token_hash = ${tokenHash} AND last_seen_at <= ${seenBefore}`),

      end: (tokenHash: string) => Effect.orDie(sql`DELETE FROM sessions WHERE token_hash = ${tokenHash}`),

      endOne: (account: string, id: string) =>
        sql`DELETE FROM sessions WHERE account_address = ${account} AND id = ${id} RETURNING id`.pipe(
          Effect.map((rows) => rows.length === 1),
          Effect.orDie
        ),

      endOthers: (account: string, id: string) =>
        sql`DELETE FROM sessions WHERE account_address = ${account} AND id <> ${id} RETURNING id`.pipe(
          Effect.map((rows) => rows.length),
          Effect.orDie
        )
    }
  })
}) {}
