/** How people sign up on this site: one row, which operators change (docs/product/operators.md#sign-ups). */
import { Clock, Effect, Option, Schema } from "effect"
import { Revision } from "~/effects/base/db/Revision.server"
import { findOne, Sql } from "~/effects/base/db/statements.server"
import { SIGNUP_MODES, type SignupMode } from "./signupMode"

const ONLY = 1
const Stored = Schema.Struct({ mode: Schema.Literal(...SIGNUP_MODES), ask: Schema.String })

export class SignupModes extends Effect.Service<SignupModes>()("people/signup/SignupModes", {
  dependencies: [Revision.Default],
  effect: Effect.gen(function* () {
    const sql = yield* Sql
    const revision = yield* Revision
    const select = findOne({
      Request: Schema.Void,
      Result: Stored,
      execute: () => sql`SELECT mode, ask FROM signup_mode WHERE id = ${ONLY}`
    })

    return {
      /** `ask` is whom to ask for an invitation; empty if the operators have written nothing. */
      current: Effect.map(
        select(),
        Option.getOrElse((): typeof Stored.Type => ({ mode: "open", ask: "" }))
      ),

      /** Joins the caller's transaction; call `announce` after it. */
      set: Effect.fn("SignupModes.set")(function* (mode: SignupMode, ask: string) {
        const since = yield* Clock.currentTimeMillis
        yield* sql`INSERT INTO signup_mode ${sql.insert({ id: ONLY, mode, ask, since })}
          ON CONFLICT (id) DO UPDATE SET mode = excluded.mode, ask = excluded.ask, since = excluded.since`
      }),
      /** Invalidates cached sign-up pages. */
      announce: revision.raise
    }
  })
}) {}
