/** Checks a sign-up before its code, and builds the person to store. */
import { Effect } from "effect"
import { InvalidFields } from "~/effects/base/failures/failures"
import type { Asker } from "~/effects/base/limits/Asker"
import { Tags } from "~/effects/people/tags/Tags.server"
import { Uploads } from "~/effects/people/uploads/Uploads.server"
import { AccountNotProven } from "./errors"
import type { SignupForm } from "./forms"
import { mustEndByToday, tidyWorkHistory } from "./workEntries.server"

const fieldsOf = (check: Effect.Effect<unknown, InvalidFields>) =>
  check.pipe(
    Effect.as({}),
    Effect.catchTag("InvalidFields", ({ fields }) => Effect.succeed(fields))
  )

export class SignupCheck extends Effect.Service<SignupCheck>()("effects/SignupCheck", {
  dependencies: [Tags.Default],
  effect: Effect.gen(function* () {
    const tags = yield* Tags
    const uploads = yield* Uploads

    /** The session's account, if the body names the same one. */
    const mustBeProven = Effect.fn("Signup.mustBeProven")(function* (publicAddress: string, asker: Asker) {
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

    return { check }
  })
}) {}
