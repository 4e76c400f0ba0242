/**
 * Sign-ups that wait for approval (docs/product/operators.md#sign-ups). The profile is stored here and in no other table
 * until an operator approves it, so that a waiting account is one without a profile everywhere. A refused request loses
 * what identifies the person and stays for a year, so that the account can ask once more and no oftener.
 */
import { Clock, Duration, Effect, Option, Schema } from "effect"
import type { AccountAddress } from "~/effects/base/addresses/addresses"
import { findAll, findOne, Sql } from "~/effects/base/db/statements.server"
import { inParts, type Job } from "~/effects/base/jobs/Jobs.server"
import { atomically } from "~/effects/base/limits/atomically.server"
import { type NewEmail, Outbox } from "~/effects/base/mail/Outbox.server"
import { APP_NAME } from "~/effects/base/settings/product"
import { Settings } from "~/effects/base/settings/Settings.server"
import { counted } from "~/effects/base/text/counted"
import { UploadLeftovers } from "~/effects/people/uploads/UploadLeftovers.server"
import { emailKey, usernameKey } from "~/effects/people/users/UserNames.server"
import { NewUser, UsersRepo } from "~/effects/people/users/UsersRepo.server"
import { SignupDeclined, SignupWaiting } from "./errors"
import { countWaiting } from "./readings.server"
import { type OwnSignupRequest, REQUEST_DAYS } from "./signupMode"

interface Person {
  readonly email: string
  readonly username: string
}

const toPerson = (
  { email, username }: Person,
  subject: string,
  lines: ReadonlyArray<string>,
  site: string
): NewEmail => ({
  to: email,
  subject,
  text: [
    `Hello ${username},`,
    "",
    ...lines,
    "",
    `You get this e-mail because somebody signed up with this address at ${site}.`,
    ""
  ].join("\n")
})

/** Plain text that says why it came. */
const approvedEmail = (person: Person, site: string): NewEmail =>
  toPerson(
    person,
    `Welcome to ${APP_NAME}`,
    ["The operators approved your sign-up. Sign in with your wallet to continue:", "", `${site}/userDashboard`],
    site
  )

const refusedEmail = (person: Person, reason: string, mayAskAgain: boolean, site: string): NewEmail =>
  toPerson(
    person,
    `Your sign-up at ${APP_NAME} was not approved`,
    [
      "The operators did not approve your sign-up. Their reason:",
      "",
      `    ${reason}`,
      "",
      "Your name, e-mail address and profile were deleted.",
      mayAskAgain
        ? `You can sign up once more: ${site}/signup`
        : `You cannot sign up again with this account. To object, write to us: ${site}/support`
    ],
    site
  )

const expiredEmail = (person: Person, site: string): NewEmail =>
  toPerson(
    person,
    `Your sign-up at ${APP_NAME} has expired`,
    [
      `Nobody decided about your sign-up within ${REQUEST_DAYS} days, so your name, e-mail address and profile were deleted.`,
      `You can sign up again: ${site}/signup`
    ],
    site
  )

const waitingEmail = (
  { email }: Pick<Person, "email">,
  { fresh, waiting }: { readonly fresh: number; readonly waiting: number },
  site: string
): NewEmail => ({
  to: email,
  subject: `${counted(waiting, "sign-up")} ${waiting === 1 ? "waits" : "wait"} for approval`,
  text: [
    `${counted(fresh, "person", "people")} signed up at ${site} since the last e-mail of this kind. In all,`,
    `${counted(waiting, "sign-up")} ${waiting === 1 ? "waits" : "wait"} for an operator to approve or refuse:`,
    "",
    `${site}/operator/signups`,
    "",
    `A sign-up that nobody decides is deleted after ${REQUEST_DAYS} days. This e-mail comes at most once an hour, because`,
    "your account is named in the setting OPERATORS and sign-ups are by approval.",
    ""
  ].join("\n")
})

const DAY = Duration.toMillis("1 day")
/** Sign-ups of one account that operators decide. */
const MOST_ATTEMPTS = 2
const REFUSALS_KEPT = 365 * DAY
/** Requests that one run of the job deletes at a time. */
const BATCH = 100

const Profile = Schema.parseJson(Schema.typeSchema(NewUser))
const Stored = Schema.Struct({
  profile: Schema.NullOr(Profile),
  attempts: Schema.Int,
  requestedAt: Schema.Number,
  refusal: Schema.NullOr(Schema.String),
  mayAskAgain: Schema.Int
})
const Waiting = Schema.Struct({ profile: Profile, attempts: Schema.Int, requestedAt: Schema.Number })
export type WaitingSignup = typeof Waiting.Type

export class SignupRequests extends Effect.Service<SignupRequests>()("people/signup/SignupRequests", {
  dependencies: [UsersRepo.Default, UploadLeftovers.Default],
  effect: Effect.gen(function* () {
    const sql = yield* Sql
    const users = yield* UsersRepo
    const outbox = yield* Outbox
    const pictures = yield* UploadLeftovers
    const { appOrigin, operators } = yield* Settings

    const select = findOne({
      Request: Schema.String,
      Result: Stored,
      execute: (account) => sql`SELECT profile, attempts, requested_at, refusal, may_ask_again
        FROM signup_requests WHERE account_address = ${account}`
    })
    const selectWaiting = findAll({
      Request: Schema.Struct({ until: Schema.Number, limit: Schema.Int }),
      Result: Waiting,
      execute: ({ limit, until }) => sql`SELECT profile, attempts, requested_at FROM signup_requests
        WHERE refused_at IS NULL AND requested_at <= ${until} ORDER BY requested_at, account_address LIMIT ${limit}`
    })
    const count = countWaiting(sql)
    const takeWaiting = findOne({
      Request: Schema.String,
      Result: Waiting,
      execute: (account) => sql`DELETE FROM signup_requests WHERE account_address = ${account} AND refused_at IS NULL
        RETURNING profile, attempts, requested_at`
    })
    const operatorEmails = findAll({
      Request: Schema.Void,
      Result: Schema.Struct({ email: Schema.String }),
      execute: () =>
        sql`SELECT email FROM users WHERE status = 'active' AND ${
          operators.length === 0 ? sql`1 = 0` : sql.in("account_address", operators)
        } ORDER BY account_address`
    })

    const find = Effect.fn("SignupRequests.find")(function* (account: AccountAddress) {
      return Option.map(
        yield* select(account),
        ({ mayAskAgain, profile, refusal, requestedAt }): OwnSignupRequest => ({
          username: profile?.username ?? null,
          requestedAt,
          refusal,
          mayAskAgain: mayAskAgain === 1
        })
      )
    })

    /** Fails if the account's sign-up waits, or was refused for good: in every mode, and before any code is used. */
    const requireNone = Effect.fn("SignupRequests.requireNone")(function* (account: AccountAddress) {
      const found = Option.getOrUndefined(yield* find(account))
      if (found?.refusal === null) return yield* new SignupWaiting()
      if (found?.refusal !== undefined && !found.mayAskAgain)
        return yield* new SignupDeclined({ reason: found.refusal })
    })

    /** Stores a sign-up that waits. Joins the transaction that uses the code. */
    const add = Effect.fn("SignupRequests.add")(function* (user: NewUser) {
      const { accountAddress, email, username } = user
      yield* users.requireFreeNames(user)
      const row = {
        accountAddress,
        usernameKey: usernameKey(username),
        emailKey: emailKey(email),
        profile: yield* Effect.orDie(Schema.encode(Profile)(user)),
        attempts: 1,
        requestedAt: yield* Clock.currentTimeMillis,
        mayAskAgain: 1
      }
      const stored = yield* sql`INSERT INTO signup_requests ${sql.insert(row)}
        ON CONFLICT (account_address) DO UPDATE SET username_key = excluded.username_key,
          email_key = excluded.email_key, profile = excluded.profile, attempts = signup_requests.attempts + 1,
          requested_at = excluded.requested_at, announced_at = NULL, refused_at = NULL, refusal = NULL
        WHERE signup_requests.refused_at IS NOT NULL AND signup_requests.may_ask_again = 1
        RETURNING account_address`
      if (stored.length === 0) yield* requireNone(accountAddress)
    })

    /**
     * Stores the profile and reports it by e-mail; none if it no longer waits: withdrawn, expired, or decided by another
     * operator. Joins the caller's transaction; call `wake` after it.
     */
    const approve = Effect.fn("SignupRequests.approve")(function* (account: AccountAddress) {
      const taken = yield* takeWaiting(account)
      if (Option.isNone(taken)) return Option.none<WaitingSignup>()
      yield* users.insert(taken.value.profile)
      yield* outbox.write(approvedEmail(taken.value.profile, appOrigin))
      return taken
    })

    /** The same for a refusal. The person may ask once more, unless `isFinal`. */
    const refuse = Effect.fn("SignupRequests.refuse")(function* (
      account: AccountAddress,
      reason: string,
      isFinal: boolean
    ) {
      const taken = yield* takeWaiting(account)
      if (Option.isNone(taken)) return Option.none<WaitingSignup>()
      const { attempts, profile, requestedAt } = taken.value
      const mayAskAgain = !isFinal && attempts < MOST_ATTEMPTS
      const refusedAt = yield* Clock.currentTimeMillis
      yield* sql`INSERT INTO signup_requests ${sql.insert({
        accountAddress: account,
        attempts,
        requestedAt,
        refusedAt,
        refusal: reason,
        mayAskAgain: mayAskAgain ? 1 : 0
      })}`
      yield* pictures.forget(account, profile.displayImage)
      yield* outbox.write(refusedEmail(profile, reason, mayAskAgain, appOrigin))
      return taken
    })

    /** Deletes a sign-up that waits, on its person's request. False if there is none. */
    const withdraw = Effect.fn("SignupRequests.withdraw")(function* (account: AccountAddress) {
      const taken = yield* takeWaiting(account)
      if (Option.isNone(taken)) return false
      yield* pictures.forget(account, taken.value.profile.displayImage)
      return true
    }, atomically(sql))

    /** One e-mail to each operator about all sign-ups since the last one. */
    const announce = Effect.gen(function* () {
      const now = yield* Clock.currentTimeMillis
      const fresh = yield* sql`UPDATE signup_requests SET announced_at = ${now}
        WHERE refused_at IS NULL AND announced_at IS NULL RETURNING account_address`
      if (fresh.length === 0) return
      const { waiting } = yield* count()
      for (const operator of yield* operatorEmails()) {
        yield* outbox.write(waitingEmail(operator, { fresh: fresh.length, waiting }, appOrigin))
      }
    }).pipe(atomically(sql), Effect.withSpan("SignupRequests.announce"))

    /** Deletes one that nobody decided in time, and reports it. */
    const expire = Effect.fn("SignupRequests.expire")(function* (account: AccountAddress) {
      const taken = yield* takeWaiting(account)
      if (Option.isNone(taken)) return
      yield* pictures.forget(account, taken.value.profile.displayImage)
      yield* outbox.write(expiredEmail(taken.value.profile, appOrigin))
    }, atomically(sql))

    const expireDue = Effect.gen(function* () {
      const now = yield* Clock.currentTimeMillis
      const due = yield* selectWaiting({ until: now - REQUEST_DAYS * DAY, limit: BATCH })
      yield* Effect.forEach(due, ({ profile }) => expire(profile.accountAddress), { discard: true })
      yield* sql`DELETE FROM signup_requests WHERE refused_at < ${now - REFUSALS_KEPT}`
    }).pipe(Effect.withSpan("SignupRequests.expireDue"))

    return {
      find,
      requireNone,
      add,
      approve,
      refuse,
      withdraw,
      announce,
      expireDue,
      /** How many wait. */
      waiting: Effect.map(count(), ({ waiting }) => waiting),
      /** Those that wait, the oldest first. */
      list: (limit: number) => Effect.flatMap(Clock.currentTimeMillis, (until) => selectWaiting({ until, limit })),
      /** Deletes the row of an account that gets its profile in another way. Joins the caller's transaction. */
      forget: (account: AccountAddress) => sql`DELETE FROM signup_requests WHERE account_address = ${account}`,
      wake: outbox.wake
    }
  })
}) {}

/** Tells operators of new sign-ups, and deletes those that nobody decided. */
export const signupsJob = Effect.map(
  SignupRequests,
  ({ announce, expireDue, wake }): Job => ({
    name: "signups",
    every: "hour",
    run: Effect.ensuring(inParts({ announce, expire: expireDue }), wake)
  })
)
