/** Checks what a community is: the form's own rules, that its tags are listed, and that its picture exists. */
import { Effect, Either } from "effect"
import { checkForm } from "~/effects/base/remix/form"
import { Tags } from "~/effects/people/tags/Tags.server"
import { Uploads } from "~/effects/people/uploads/Uploads.server"
import { BasicsForm, type Checked, linkRows } from "./forms"
import type { BasicsValues } from "./values"

export class BasicsCheck extends Effect.Service<BasicsCheck>()("communities/founding/BasicsCheck", {
  dependencies: [Tags.Default],
  effect: Effect.gen(function* () {
    const tags = yield* Tags
    const uploads = yield* Uploads

    /** A picture's address as it is stored: empty, or one of a file that was uploaded. */
    const picture = Effect.fn("BasicsCheck.picture")(
      (field: string, url: string): Effect.Effect<Checked<string | null>> =>
        url === ""
          ? Effect.succeed(Either.right(null))
          : uploads.acceptImage(url).pipe(
              Effect.map((accepted) => Either.right(accepted)),
              Effect.catchTag("InvalidFields", ({ fields }) =>
                Effect.succeed(Either.left({ [field]: fields.display_image ?? "Upload the picture again." }))
              )
            )
    )

    /** The whole form, or the first message of each wrong field. */
    const check = Effect.fn("BasicsCheck.check")(function* (values: BasicsValues) {
      const checked = checkForm(BasicsForm, { ...values, links: linkRows(values) })
      const known = yield* Effect.either(tags.requireExisting(values.tags))
      const logo = yield* picture("logo", values.logo)
      const both: Checked<Omit<BasicsForm, "logo"> & { readonly logo: string | null }> =
        Either.isRight(checked) && Either.isRight(logo) && Either.isRight(known)
          ? Either.right({ ...checked.right, logo: logo.right })
          : Either.left({
              ...(Either.isLeft(logo) ? logo.left : {}),
              ...(Either.isLeft(known) ? known.left.fields : {}),
              ...(Either.isLeft(checked) ? checked.left : {})
            })
      return both
    })

    return { check, picture }
  })
}) {}
