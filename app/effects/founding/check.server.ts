/** Checking the parts of a community form whole: the form's own rules, and what only the server knows. */
import { Effect, Either, type Schema } from "effect"
import { checkForm, type FieldErrors } from "../remix/form"
import { Tags } from "../tags/Tags.server"
import { Uploads } from "../uploads/Uploads.server"
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

/** Looks at tags and picture too; answers the picture's address as it is to be kept. */
export const makeCheckProfile = Effect.gen(function* () {
  const tags = yield* Tags
  const uploads = yield* Uploads

  const pictureOf = (url: string) =>
    url === ""
      ? Effect.succeed(Either.right(null))
      : uploads.acceptImage(url).pipe(
          Effect.map((accepted) => Either.right(accepted)),
          Effect.catchTag("InvalidFields", ({ fields }) =>
            Effect.succeed(Either.left({ logo: fields.display_image ?? "Upload the picture again." }))
          )
        )

  return <A extends { readonly tags: ReadonlyArray<string>; readonly logo: string }, I>(
    schema: Schema.Schema<A, I>,
    values: BasicsValues
  ) =>
    Effect.gen(function* () {
      const checked = checkForm(schema, { ...values, links: linkRows(values) })
      const known = yield* Effect.either(tags.mustExist(values.tags))
      const picture = yield* pictureOf(values.logo)
      const wrong = {
        ...(Either.isLeft(picture) ? picture.left : {}),
        ...(Either.isLeft(known) ? known.left.fields : {}),
        ...(Either.isLeft(checked) ? checked.left : {})
      }
      const both: Checked<Omit<A, "logo"> & { readonly logo: string | null }> =
        Either.isRight(checked) && Either.isRight(picture) && Either.isRight(known)
          ? Either.right({ ...checked.right, logo: picture.right })
          : Either.left(wrong)
      return both
    })
})

export const makeCheckBasics = Effect.map(
  makeCheckProfile,
  (check) => (values: BasicsValues) => check(BasicsForm, values)
)
