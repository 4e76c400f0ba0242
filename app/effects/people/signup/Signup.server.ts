/**
 * Signup: the end of the wizard. Everything is checked, the code is spent and the person stored in one transaction.
 *
 * The account comes from the session and from nowhere else; the body merely has to agree with it (R-S6).
 */
import { Effect, Option, Schema } from "effect"
import { InvalidFields } from "~/effects/base/failures/failures"
import type { Asker } from "~/effects/base/limits/Asker"
import { Once } from "~/effects/base/limits/Once.server"
import { Tags } from "~/effects/people/tags/Tags.server"
import { Uploads } from "~/effects/people/uploads/Uploads.server"
import { ProfileExists } from "~/effects/people/users/errors"
import { UsersRepo } from "~/effects/people/users/UsersRepo.server"
import { EmailCodes } from "./EmailCodes.server"
import { AccountNotProven } from "./errors"
import { SignupForm } from "./forms"
import { mustEndByToday, tidyWorkHistory } from "./Profiles.server"

const fieldsOf = (check: Effect.Effect<unknown, InvalidFields>) =>
  check.pipe(
    Effect.as({}),
    Effect.catchTag("InvalidFields", ({ fields }) => Effect.succeed(fields))
  )

export class Signup extends Effect.Service<Signup>()("effects/Signup", {
  dependencies: [UsersRepo.Default, Tags.Default, Once.Default],
  effect: Effect.gen(function* () {
    const users = yield* UsersRepo
    const tags = yield* Tags
    const uploads = yield* Uploads
    const codes = yield* EmailCodes
    const once = yield* Once

    /** The session's account, when the body names the same one. */
    const mustBeProven = Effect.fn("Signup.mustBeProven")(function* (publicAddress: string, asker: Asker) {
      if (asker.account === null) return yield* new AccountNotProven({ status: 401 })
      if (asker.account !== publicAddress) return yield* new AccountNotProven({ status: 403 })
      return asker.account
    })

    /**
     * What a schema alone cannot know, all fields at once. Answers what is to be stored. The list of tags is this
     * server's; a sign-up that happens `elsewhere` has the list of the server over there.
     */
    const check = Effect.fn("Signup.check")(function* (
      form: SignupForm,
      asker: Asker,
      place: "here" | "elsewhere" = "here"
    ) {
      const accountAddress = yield* mustBeProven(form.public_address, asker)
      const image = yield* Effect.either(uploads.acceptImage(form.display_image))
      const fields = {
        ...(image._tag === "Left" ? image.left.fields : {}),
        ...(place === "here" ? yield* fieldsOf(tags.mustExist(form.tags)) : {}),
        ...(yield* fieldsOf(mustEndByToday(form.work_history)))
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

    const isMember = (account: string) => Effect.map(users.findByAddress(account), Option.isSome)

    /** Answers the account. Sent twice at once, one makes the profile and the other hears that it exists. */
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
          // The twin of this request may have used the code while this one waited for it.
          Effect.catchTag("CodeExpired", (expired) =>
            Effect.flatMap(isMember(account), (member) => Effect.fail(member ? new ProfileExists() : expired))
          )
        )
        return account
      })
      return yield* once.run(account, key, JSON.stringify(Schema.encodeSync(SignupForm)(form)), store)
    })

    /** Keeps a person whom another backend has signed up, so that our pages know them. That backend checked the code. */
    const adopt = Effect.fn("Signup.adopt")(function* (form: SignupForm, asker: Asker) {
      yield* users.insert(yield* check(form, asker, "elsewhere"))
    })

    return { check, complete, adopt }
  })
}) {}
