import { Effect } from "effect"
import { InvalidFields } from "../failures"
import type { Asker } from "../limits/Asker"
import { readJson } from "../remix/body"
import { AccountNotProven } from "./errors"
import { inOurWords } from "./fieldMessages"
import { SignupForm } from "./forms"

/** The body of a sign-up. Who is not signed in hears that first, whatever else is wrong with the body. */
export const readSignup = (request: Request, asker: Asker) =>
  asker.account === null
    ? new AccountNotProven({ status: 401 })
    : readJson(SignupForm, request).pipe(
        Effect.catchTag("InvalidFields", ({ fields }) => new InvalidFields({ fields: inOurWords(fields) }))
      )
