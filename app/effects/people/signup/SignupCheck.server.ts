/** Checks a sign-up before its code, and builds the person to store. */
import { Effect } from "effect"
import { InvalidFields } from "~/effects/base/failures/failures"
import type { Asker } from "~/effects/base/limits/Asker"
import { Tags } from "~/effects/people/tags/Tags.server"
import { Uploads } from "~/effects/people/uploads/Uploads.server"
import { AccountNotProven } from "./errors"
import type { SignupForm } from "./forms"
import { requireEndByToday, tidyWorkHistory } from "./workEntries.server"

const fieldsOf = (check: Effect.Effect<unknown, InvalidFields>) =>
  check.pipe(
    Effect.as({}),
    Effect.catchTag("InvalidFields", ({ fields }) => Effect.succeed(fields))
  )

export const makeSignupCheck = Effect.gen(function* () {
  const tags = yield* Tags
  const uploads = yield* Uploads

  /** The session's account, if the body names the same one. */
  const requireProven = Effect.fn("SignupCheck.requireProven")(function* (publicAddress: string, asker: Asker) {
    if (asker.account === null) return yield* new AccountNotProven({ status: 401 })
    if (asker.account !== publicAddress) return yield* new AccountNotProven({ status: 403 })
    return asker.account
  })

  /**
   * Checks what a schema alone cannot, all fields together. Returns what to store. The list of tags is this server's;
   * a sign-up `elsewhere` is checked against the other server's list there.
   */
  const check = Effect.fn("SignupCheck.check")(function* (
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
