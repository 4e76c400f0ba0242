/**
 * Signup: completes the wizard. Everything is checked, then the code is used and the person stored in one transaction.
 *
 * The account comes only from the session; the account in the body must match it.
 */

import { Effect, Option, Schema } from "effect"
import type { AccountAddress } from "~/effects/base/addresses/addresses"
import { Sql } from "~/effects/base/db/statements.server"
import { InvalidFields } from "~/effects/base/failures/failures"
import { FeatureFlags } from "~/effects/base/feature-flags/FeatureFlags.server"
import type { Asker } from "~/effects/base/limits/Asker"
import { atomically } from "~/effects/base/limits/atomically.server"
import { Idempotency } from "~/effects/base/limits/Idempotency.server"
import { Tags } from "~/effects/people/tags/Tags.server"
import { Uploads } from "~/effects/people/uploads/Uploads.server"
import { ProfileExists } from "~/effects/people/users/errors"
import { type NewUser, UsersRepo } from "~/effects/people/users/UsersRepo.server"
import { EmailCodes } from "./EmailCodes.server"
import { AccountNotProven } from "./errors"
import { SignupForm } from "./forms"
import { SignupBlocks } from "./SignupBlocks.server"
import { SignupInvitations } from "./SignupInvitations.server"
import { SignupModes } from "./SignupModes.server"
import { SignupRequests } from "./SignupRequests.server"
import { requireEndByToday, tidyWorkHistory } from "./workEntries.server"

/** Checks a sign-up before its code, and builds the person to store. */
const fieldsOf = (check: Effect.Effect<unknown, InvalidFields>) =>
  check.pipe(
    Effect.as({}),
    Effect.catchTag("InvalidFields", ({ fields }) => Effect.succeed(fields))
  )

const makeSignupCheck = Effect.gen(function* () {
  const tags = yield* Tags
  const uploads = yield* Uploads

  /** The session's account, if the body names the same one. */
  const requireProven = Effect.fn("Signup.requireProven")(function* (publicAddress: string, asker: Asker) {
    if (asker.account === null) return yield* new AccountNotProven({ status: 401 })
    if (asker.account !== publicAddress) return yield* new AccountNotProven({ status: 403 })
    return asker.account
  })

  /**
   * Checks what a schema alone cannot, all fields together. Returns what to store. The list of tags is this server's;
   * a sign-up `elsewhere` is checked against the other server's list there.
   */
  const check = Effect.fn("Signup.check")(function* (
    form: SignupForm,
    asker: Asker,
    place: "here" | "elsewhere" = "here"
  ) {
    const accountAddress = yield* requireProven(form.public_address, asker)
    const image = yield* Effect.either(uploads.acceptImage(form.display_image))
    const fields = {
      ...(image._tag === "Left" ? image.left.fields : {}),
      ...(place === "here" ? yield* fieldsOf(tags.requireExisting(form.tags)) : {}),
      ...(yield* fieldsOf(requireEndByToday(form.work_history)))
    }
    if (image._tag === "Left" || Object.keys(fields).length > 0) return yield* new InvalidFields({ fields })
    return {
      accountAddress,
      username: form.username,
      email: form.email,
      bio: form.bio,
      displayImage: image.right,
      tags: form.tags,
      workHistory: tidyWorkHistory(form.work_history),
      newsletter: form.newsletterOptedIn
    }
  })

  return { check }
})

export class Signup extends Effect.Service<Signup>()("people/signup/Signup", {
  dependencies: [
    UsersRepo.Default,
    Idempotency.Default,
    FeatureFlags.Default,
    Tags.Default,
    SignupBlocks.Default,
    SignupInvitations.Default,
    SignupModes.Default,
    SignupRequests.Default
  ],
  effect: Effect.gen(function* () {
    const sql = yield* Sql
    const users = yield* UsersRepo
    const { check: checkForm } = yield* makeSignupCheck
    const flags = yield* FeatureFlags
    const codes = yield* EmailCodes
    const once = yield* Idempotency
    const blocks = yield* SignupBlocks
    const invitations = yield* SignupInvitations
    const modes = yield* SignupModes
    const requests = yield* SignupRequests

    /** Fails for blocked addresses and networks, and without an invitation where one is needed. */
    const requireAdmitted = Effect.fn("Signup.requireAdmitted")(function* (email: string, asker: Asker) {
      yield* blocks.requireFree(email, asker)
      const { ask, mode } = yield* modes.current
      if (mode === "invitation") yield* invitations.requireValid(asker.invitation ?? null, asker.account, ask)
    })

    /** Sends a code for a sign-up, except to those who could not use it. */
    const askCode = Effect.fn("Signup.askCode")(function* (email: string, asker: Asker) {
      yield* requireAdmitted(email, asker)
      yield* codes.send(email, asker)
    })

    /** Refused while sign-ups are closed, and to those who are not admitted. */
    const check = Effect.fn("Signup.check")(function* (...asked: Parameters<typeof checkForm>) {
      yield* flags.must("signups")
      const [form, asker] = asked
      yield* requireAdmitted(form.email, asker)
      return yield* checkForm(...asked)
    })

    /** For a sign-up at another backend, before it is sent there. */
    const checkElsewhere = Effect.fn("Signup.checkElsewhere")(function* (form: SignupForm, asker: Asker) {
      const user = yield* check(form, asker, "elsewhere")
      yield* requests.requireNone(user.accountAddress)
      return user
    })

    const isMember = (account: AccountAddress) => Effect.map(users.findByAddress(account), Option.isSome)

    /**
     * Stores a person, or their request to be approved. The mode and the invitation are read again here, because both
     * may have changed since `check`.
     */
    const admit = Effect.fn("Signup.admit")(function* (
      user: NewUser,
      { invitation = null }: { invitation?: string | null }
    ) {
      const { ask, mode } = yield* modes.current
      if (mode === "approval") return yield* requests.add(user)
      if (mode === "invitation") yield* invitations.use(invitation, user.accountAddress, ask)
      yield* requests.forget(user.accountAddress)
      yield* users.insert(user)
    }, atomically(sql))

    /**
     * Returns the account. If it is sent twice at the same time, one creates the profile and the other fails because it
     * exists.
     */
    const complete = Effect.fn("Signup.complete")(function* (
      form: SignupForm,
      asker: Asker,
      key: string | null = null
    ) {
      const user = yield* check(form, asker)
      const account = user.accountAddress
      const store = Effect.gen(function* () {
        if (yield* isMember(account)) return yield* new ProfileExists()
        // Not a part of `check`: a request that is repeated under its key gets its first response.
        yield* requests.requireNone(account)
        yield* codes.spend({ email: form.email, otp: form.otp, asker }, admit(user, asker)).pipe(
          // The same request, sent twice, may have used the code while this one waited for the lock.
          Effect.catchTag("CodeExpired", (expired) =>
            Effect.gen(function* () {
              yield* requests.requireNone(account)
              return yield* (yield* isMember(account)) ? new ProfileExists() : expired
            })
          )
        )
        return account
      })
      return yield* once.run(account, key, JSON.stringify(Schema.encodeSync(SignupForm)(form)), store)
    })

    /**
     * Stores a person who signed up at another backend, so that our pages know them. That backend has checked the code;
     * who may sign up here is decided here.
     */
    const adopt = Effect.fn("Signup.adopt")(function* (form: SignupForm, asker: Asker) {
      yield* admit(yield* checkElsewhere(form, asker), asker)
    })

    return { askCode, checkElsewhere, complete, adopt }
  })
}) {}
