/**
 * Signup: completes the wizard. Everything is checked, then the code is used and the person stored in one transaction.
 *
 * The account comes only from the session; the account in the body must match it.
 */

import { Effect, Option, Schema } from "effect"
import { FeatureFlags } from "~/effects/base/feature-flags/FeatureFlags.server"
import type { Asker } from "~/effects/base/limits/Asker"
import { Idempotency } from "~/effects/base/limits/Idempotency.server"
import { Tags } from "~/effects/people/tags/Tags.server"
import { ProfileExists } from "~/effects/people/users/errors"
import { UsersRepo } from "~/effects/people/users/UsersRepo.server"
import { EmailCodes } from "./EmailCodes.server"
import { SignupForm } from "./forms"
import { makeSignupCheck } from "./SignupCheck.server"

export class Signup extends Effect.Service<Signup>()("people/signup/Signup", {
  dependencies: [UsersRepo.Default, Idempotency.Default, FeatureFlags.Default, Tags.Default],
  effect: Effect.gen(function* () {
    const users = yield* UsersRepo
    const { check: checkForm } = yield* makeSignupCheck
    const flags = yield* FeatureFlags
    const codes = yield* EmailCodes
    const once = yield* Idempotency

    /** Refused while sign-ups are closed. */
    const check = Effect.fn("Signup.check")(function* (...asked: Parameters<typeof checkForm>) {
      yield* flags.must("signups")
      return yield* checkForm(...asked)
    })

    const isMember = (account: string) => Effect.map(users.findByAddress(account), Option.isSome)

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
        yield* codes.spend({ email: form.email, otp: form.otp, asker }, users.insert(user)).pipe(
          // The same request, sent twice, may have used the code while this one waited for the lock.
          Effect.catchTag("CodeExpired", (expired) =>
            Effect.flatMap(isMember(account), (member) => Effect.fail(member ? new ProfileExists() : expired))
          )
        )
        return account
      })
      return yield* once.run(account, key, JSON.stringify(Schema.encodeSync(SignupForm)(form)), store)
    })

    /**
     * Stores a person who signed up at another backend, so that our pages know them. That backend has checked the code.
     */
    const adopt = Effect.fn("Signup.adopt")(function* (form: SignupForm, asker: Asker) {
      yield* users.insert(yield* checkForm(form, asker, "elsewhere"))
    })

    return { check, complete, adopt }
  })
}) {}
