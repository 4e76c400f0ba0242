/** Checking the parts of a community form whole: the form's own rules, and what only the server knows. */
import { Effect, Either } from "effect"
import { checkForm, type FieldErrors } from "~/effects/base/remix/form"
import { Tags } from "~/effects/people/tags/Tags.server"
import { Uploads } from "~/effects/people/uploads/Uploads.server"
import { BasicsForm, DecisionsForm, PeopleForm } from "./forms"
import type { BasicsValues, DecisionsValues, PeopleValues } from "./values"

/** Rows of links out of two columns of fields. */
export const linkRows = ({ linkLabel, linkUrl }: Pick<BasicsValues, "linkLabel" | "linkUrl">) =>
  Array.from({ length: Math.max(linkLabel.length, linkUrl.length) }, (_, row) => ({
    label: linkLabel[row] ?? "",
    url: linkUrl[row] ?? ""
  }))

/** Either what was checked, or the first message of each wrong field. */
export type Checked<A> = Either.Either<A, FieldErrors>

export const checkPeople = (values: PeopleValues): Checked<PeopleForm> => checkForm(PeopleForm, values)
export const checkDecisions = (values: DecisionsValues): Checked<DecisionsForm> => checkForm(DecisionsForm, values)

/** The picture's address as it is to be kept: none, or one of a file that was really uploaded. */
export const makeCheckPicture = Effect.map(
  Uploads,
  (uploads) =>
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

/** What a community is: its own rules, the tags on the list, the picture in the store. */
export const makeCheckBasics = Effect.gen(function* () {
  const tags = yield* Tags
  const checkPicture = yield* makeCheckPicture
  return (values: BasicsValues) =>
    Effect.gen(function* () {
      const checked = checkForm(BasicsForm, { ...values, links: linkRows(values) })
      const known = yield* Effect.either(tags.mustExist(values.tags))
      const picture = yield* checkPicture("logo", values.logo)
      const both: Checked<Omit<BasicsForm, "logo"> & { readonly logo: string | null }> =
        Either.isRight(checked) && Either.isRight(picture) && Either.isRight(known)
          ? Either.right({ ...checked.right, logo: picture.right })
          : Either.left({
              ...(Either.isLeft(picture) ? picture.left : {}),
              ...(Either.isLeft(known) ? known.left.fields : {}),
              ...(Either.isLeft(checked) ? checked.left : {})
            })
      return both
    })
})
