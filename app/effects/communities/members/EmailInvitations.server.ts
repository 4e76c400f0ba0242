/**
 * Invitations by e-mail (docs/product/communities.md). Each is a link for one person, sent to one address; the first
 * to use it has it. Nothing here depends on whether an address has an account, so that nobody learns that.
 */
import { Array as Arr, Clock, Duration, Effect, Option, Schema } from "effect"
import { CommunityId } from "~/effects/access/Community"
import type { Inside } from "~/effects/access/Inside"
import { requireAllowed } from "~/effects/access/must"
import { Activity } from "~/effects/activity/activity/Activity.server"
import { AccountAddress } from "~/effects/base/addresses/addresses"
import { findAll, findOne, Sql, single } from "~/effects/base/db/statements.server"
import { NotThere, TooMany, WrongState } from "~/effects/base/failures/failures"
import { atomically } from "~/effects/base/limits/atomically.server"
import { withLocks } from "~/effects/base/limits/locks.server"
import { Outbox } from "~/effects/base/mail/Outbox.server"
import { Settings } from "~/effects/base/settings/Settings.server"
import { grouped } from "~/effects/base/text/grouped"
import { randomId } from "~/effects/base/text/random.server"
import { invitationEmail } from "./invitationEmail.server"
import { membersPath } from "./joining"
import { EmailInvite, InviteState, WaitingInvitation } from "./Member"
import type { ListedPerson } from "./peopleList"

const DAY = Duration.toMillis("1 day")
/** E-mails with invitations in 24 hours, of a community and of each person who sends them. */
export const MOST_A_DAY = 500
/** E-mails of one invitation: the first one and two more. */
export const MOST_EMAILS = 3
const PAGE = 50
/** Invitations to one address that pages show. */
const MOST_WAITING = 20
/** Rows in one statement. */
const BATCH = 500

const Sent = Schema.Struct({
  code: Schema.String,
  email: Schema.String,
  invitee: Schema.String,
  state: InviteState,
  emails: Schema.Int,
  emailedAt: Schema.Number
})

export class EmailInvitations extends Effect.Service<EmailInvitations>()("communities/members/EmailInvitations", {
  dependencies: [Outbox.Default],
  effect: Effect.gen(function* () {
    const sql = yield* Sql
    const activity = yield* Activity
    const outbox = yield* Outbox
    const { appOrigin } = yield* Settings

    const stateAt = (
      now: number
    ) => sql`CASE WHEN i.uses > 0 THEN 'accepted' WHEN i.declined_at IS NOT NULL THEN 'declined'
      WHEN i.revoked_at IS NOT NULL THEN 'withdrawn' WHEN i.expires_at <= ${now} THEN 'expired'
      WHEN i.email_id IS NULL OR o.failed_at IS NOT NULL OR b.address IS NOT NULL THEN 'undeliverable'
      ELSE 'waiting' END`
    const delivery = sql`LEFT JOIN outbox o ON o.id = i.email_id LEFT JOIN mail_bounces b ON b.address = i.email`

    const selectPage = findAll({
      Request: Schema.Struct({
        communityId: CommunityId,
        before: Schema.NullOr(Schema.Struct({ at: Schema.Number, email: Schema.String })),
        now: Schema.Number
      }),
      Result: EmailInvite,
      execute: ({ before, communityId, now }) => sql`
        SELECT i.email, i.invitee, i.emails, i.emailed_at, i.expires_at, i.used_by, u.username, ${stateAt(now)} AS state
        FROM invites i ${delivery}
          LEFT JOIN users u ON u.account_address = i.used_by AND u.status = 'active'
        WHERE i.community_id = ${communityId} AND i.email IS NOT NULL
          ${before === null ? sql`` : sql`AND (i.emailed_at, i.email) < (${before.at}, ${before.email})`}
        ORDER BY i.emailed_at DESC, i.email DESC LIMIT ${PAGE + 1}`
    })
    const selectCounts = findAll({
      Request: Schema.Struct({ communityId: CommunityId, now: Schema.Number }),
      Result: Schema.Struct({ state: InviteState, many: Schema.Int }),
      execute: ({ communityId, now }) => sql`SELECT state, CAST(COUNT(*) AS INTEGER) AS many FROM (
          SELECT ${stateAt(now)} AS state FROM invites i ${delivery}
          WHERE i.community_id = ${communityId} AND i.email IS NOT NULL) found GROUP BY state ORDER BY state`
    })

    /** Newest first, with how many there are in each state. */
    const page = Effect.fn("EmailInvitations.page")(function* (
      communityId: CommunityId,
      before: { readonly at: number; readonly email: string } | null
    ) {
      const now = yield* Clock.currentTimeMillis
      const found = yield* selectPage({ communityId, before, now })
      const shown = found.slice(0, PAGE)
      const last = found.length > PAGE ? shown.at(-1) : undefined
      return {
        invitations: shown,
        counts: yield* selectCounts({ communityId, now }),
        next: last === undefined ? null : { at: last.emailedAt, email: last.email }
      }
    })

    const selectRoom = single({
      Request: Schema.Struct({ communityId: CommunityId, account: AccountAddress, since: Schema.Number }),
      Result: Schema.Struct({ ofCommunity: Schema.Int, ofAccount: Schema.Int }),
      execute: ({ account, communityId, since }) => sql`SELECT
          CAST((SELECT COUNT(*) FROM invites WHERE community_id = ${communityId} AND email IS NOT NULL
            AND emailed_at > ${since}) AS INTEGER) AS of_community,
          CAST((SELECT COUNT(*) FROM invites WHERE created_by = ${account} AND email IS NOT NULL
            AND emailed_at > ${since}) AS INTEGER) AS of_account`
    })
    /** How many e-mails may still be sent now. */
    const room = Effect.fn("EmailInvitations.room")(function* (communityId: CommunityId, account: AccountAddress) {
      const since = (yield* Clock.currentTimeMillis) - DAY
      const { ofAccount, ofCommunity } = yield* selectRoom({ communityId, account, since })
      return Math.max(0, MOST_A_DAY - Math.max(ofAccount, ofCommunity))
    })
    const requireRoom = (room: number) =>
      room > 0
        ? Effect.void
        : new TooMany({
            message: `${grouped(MOST_A_DAY)} invitations were sent by e-mail in the last 24 hours, as many as a community can send. Send the others tomorrow.`,
            retryAfter: DAY / 1_000
          })

    /** Locks of all that counts e-mails, of the community and of the sender, so that both limits hold. */
    const alone = (communityId: CommunityId, account: AccountAddress) =>
      withLocks(sql, [`invites:${communityId}`, `invites-of:${account}`])

    const enqueue = (here: Inside, to: Pick<ListedPerson, "email" | "name">, code: string, expiresAt: number) =>
      outbox.write(
        invitationEmail({
          to: to.email,
          invitee: to.name,
          community: here.community,
          inviter: here.visitor?.profile?.username ?? "A member",
          code,
          expiresAt,
          origin: appOrigin
        })
      )

    /**
     * Invites these people, as far as the day's limit goes, in their order; returns how many. An address that was
     * invited before and has not joined gets a new link instead of its former one.
     */
    const invite = Effect.fn("EmailInvitations.invite")(function* (
      here: Inside,
      people: ReadonlyArray<Pick<ListedPerson, "email" | "name">>,
      days: number
    ) {
      const { id: communityId } = here.community
      const createdBy = yield* requireAllowed(here, "invite")
      const free = yield* room(communityId, createdBy)
      yield* requireRoom(free)
      const now = yield* Clock.currentTimeMillis
      const expiresAt = now + days * DAY
      const shared = { communityId, createdBy, maxUses: 1, expiresAt, emails: 1, createdAt: now, updatedAt: now }
      const chosen = people.slice(0, free)
      for (const some of Arr.chunksOf(chosen, BATCH)) {
        const rows = yield* Effect.forEach(some, (person) =>
          Effect.gen(function* () {
            const code = yield* randomId(16)
            const emailId = yield* enqueue(here, person, code, expiresAt)
            return { ...shared, code, email: person.email, invitee: person.name, emailId, emailedAt: now }
          })
        )
        yield* sql`INSERT INTO invites ${sql.insert(rows)} ON CONFLICT (email, community_id) WHERE email IS NOT NULL
          DO UPDATE SET code = excluded.code, created_by = excluded.created_by, invitee = excluded.invitee,
            email_id = excluded.email_id, emails = 1, emailed_at = excluded.emailed_at, uses = 0, used_by = NULL,
            revoked_at = NULL, expires_at = excluded.expires_at, created_at = excluded.created_at,
            updated_at = excluded.updated_at`
      }
      const data = { uses: chosen.length }
      const target = `${membersPath(communityId)}?tab=invitations`
      yield* activity.record({ communityId, actor: createdBy, type: "invited", target, data, visibility: "moderators" })
      return chosen.length
    })

    const find = findOne({
      Request: Schema.Struct({ communityId: CommunityId, email: Schema.String, now: Schema.Number }),
      Result: Sent,
      execute: ({ communityId, email, now }) => sql`SELECT i.code, i.email, i.invitee, i.emails, i.emailed_at,
          ${stateAt(now)} AS state FROM invites i ${delivery}
        WHERE i.email = ${email} AND i.community_id = ${communityId}`
    })
    const findOrFail = (communityId: CommunityId, email: string, now: number) =>
      Effect.flatMap(
        find({ communityId, email, now }),
        Option.match({
          onNone: () => new NotThere({ message: "This invitation does not exist any more." }),
          onSome: Effect.succeed
        })
      )

    /** Sends the same link again, with a new expiry. */
    const resend = Effect.fn("EmailInvitations.resend")(function* (here: Inside, email: string, days: number) {
      const account = yield* requireAllowed(here, "invite")
      const { id: communityId } = here.community
      yield* alone(communityId, account)
      const now = yield* Clock.currentTimeMillis
      const { code, emailedAt, emails, invitee, state } = yield* findOrFail(communityId, email, now)
      if (state === "accepted" || state === "declined" || state === "withdrawn") {
        return yield* new WrongState({ thing: "invitation", state, action: "sending it again" })
      }
      if (emails >= MOST_EMAILS) {
        return yield* new TooMany({
          message: `This person got ${MOST_EMAILS} e-mails about it already. Ask them in another way, or share an invitation link.`,
          retryAfter: (30 * DAY) / 1_000
        })
      }
      const wait = emailedAt + DAY - now
      if (wait > 0) {
        return yield* new TooMany({
          message: "This person was written to in the last 24 hours. Send it again tomorrow.",
          retryAfter: Math.ceil(wait / 1_000)
        })
      }
      yield* requireRoom(yield* room(communityId, account))
      const expiresAt = now + days * DAY
      const emailId = yield* enqueue(here, { email, name: invitee }, code, expiresAt)
      yield* sql`UPDATE invites SET email_id = ${emailId}, emails = emails + 1, emailed_at = ${now},
        expires_at = ${expiresAt}, updated_at = ${now} WHERE code = ${code}`
    }, atomically(sql))

    /** Withdrawing one that has ended is not an error, unless somebody has joined with it. */
    const withdraw = Effect.fn("EmailInvitations.withdraw")(function* (here: Inside, email: string) {
      yield* requireAllowed(here, "invite")
      const { id: communityId } = here.community
      yield* withLocks(sql, [`invites:${communityId}`])
      const now = yield* Clock.currentTimeMillis
      const { code, state } = yield* findOrFail(communityId, email, now)
      if (state === "accepted") {
        return yield* new WrongState({ thing: "invitation", state, action: "withdrawing it" })
      }
      const rows = yield* sql`UPDATE invites SET revoked_at = ${now}, updated_at = ${now}
        WHERE code = ${code} AND uses = 0 AND revoked_at IS NULL RETURNING email_id`
      if (rows.length === 0) return
      const target = `${membersPath(communityId)}?tab=invitations`
      const actor = here.communityRole.account
      yield* activity.record({ communityId, actor, type: "invitationRevoked", target, visibility: "moderators" })
    }, atomically(sql))

    /** Whom the link to get no more invitations is about; none if the link does not exist. */
    const selectDeclining = findOne({
      Request: Schema.String,
      Result: Schema.Struct({ name: Schema.String }),
      execute: (code) => sql`SELECT c.name FROM invites i JOIN communities c ON c.id = i.community_id
        WHERE i.code = ${code} AND i.email IS NOT NULL`
    })
    /** The address gets no more invitations to the community. */
    const decline = Effect.fn("EmailInvitations.decline")(function* (code: string) {
      const now = yield* Clock.currentTimeMillis
      yield* sql`UPDATE invites SET declined_at = ${now}, updated_at = ${now}
        WHERE code = ${code} AND email IS NOT NULL AND declined_at IS NULL`
    })

    const selectWaiting = findAll({
      Request: Schema.Struct({ account: AccountAddress, now: Schema.Number }),
      Result: WaitingInvitation,
      execute: ({ account, now }) => sql`SELECT i.code, i.community_id, c.name, i.expires_at
        FROM users u JOIN invites i ON i.email = u.email_key JOIN communities c ON c.id = i.community_id
        LEFT JOIN memberships m ON m.community_id = i.community_id AND m.account_address = u.account_address
        WHERE u.account_address = ${account} AND u.status = 'active' AND i.uses = 0 AND i.revoked_at IS NULL
          AND i.declined_at IS NULL AND i.expires_at > ${now} AND c.stage IN ('live', 'deploying', 'deployed')
          AND (m.status IS NULL OR m.status NOT IN ('active', 'suspended', 'applied')) LIMIT ${MOST_WAITING}`
    })

    return {
      page,
      room,
      alone,
      invite,
      resend,
      withdraw,
      declining: (code: string) => selectDeclining(code),
      decline,
      /** Invitations to the verified e-mail address of an account, which it has not used yet: on any of its devices. */
      waitingFor: (account: AccountAddress) =>
        Effect.flatMap(Clock.currentTimeMillis, (now) => selectWaiting({ account, now })).pipe(
          Effect.map((found) => found.toSorted((one, other) => one.expiresAt - other.expiresAt))
        ),
      wake: outbox.wake
    }
  })
}) {}
