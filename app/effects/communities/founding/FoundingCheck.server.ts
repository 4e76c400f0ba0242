/** Checks the whole wizard: returns what to store, or every wrong field of every step. */
import { Effect, Either } from "effect"
import type { Slug } from "~/effects/access/Community"
import { BasicsCheck } from "./BasicsCheck.server"
import { checkDecisions, checkPeople } from "./checkForms"
import { NotReady } from "./errors"
import { governanceOf, joinTokenOf, linksOf } from "./governance"
import type { WizardValues } from "./wizard"

export class FoundingCheck extends Effect.Service<FoundingCheck>()("communities/founding/FoundingCheck", {
  dependencies: [BasicsCheck.Default],
  effect: Effect.gen(function* () {
    const { check: checkBasics } = yield* BasicsCheck

    const check = Effect.fn("FoundingCheck.check")(function* (values: WizardValues) {
      const basics = yield* checkBasics(values)
      const people = checkPeople(values)
      const decisions = checkDecisions(values)
      if (Either.isLeft(basics) || Either.isLeft(people) || Either.isLeft(decisions)) {
        const wrong = {
          ...(Either.isLeft(decisions) ? decisions.left : {}),
          ...(Either.isLeft(people) ? people.left : {}),
          ...(Either.isLeft(basics) ? basics.left : {})
        }
        return yield* new NotReady({ fields: wrong })
      }
      const { description, logo, name, slug, tagline, tags, visibility } = basics.right
      return {
        name,
        slug: slug as Slug, // the form's rule is that of Slug
        tagline,
        description,
        logo,
        tags,
        visibility,
        links: linksOf(basics.right),
        joinPolicy: people.right.joinPolicy,
        joinToken: joinTokenOf(people.right),
        rules: people.right.rules,
        template: decisions.right.template,
        governance: governanceOf(decisions.right)
      }
    })

    return { check }
  })
}) {}

/** The facts of a community, as the wizard gives them. */
export type Checked = Effect.Effect.Success<ReturnType<FoundingCheck["check"]>>
