/** Errors of operator actions. Codes and texts: docs/product/errors.md. */
import { Schema } from "effect"
import { coded } from "~/effects/base/failures/coded"

/** No such person, community, post, e-mail or job. */
export class NothingFound extends coded("NothingFound", "E-NOT-FOUND", 404, {
  fields: {
    /** "person", "e-mail": completes "There is no … like that". */
    thing: Schema.String,
    name: Schema.String
  },
  message: ({ name, thing }) => `There is no ${thing} “${name}”.`
}) {}

/** An address that could refer to something else; the server does not guess. */
export class UnclearAddress extends coded("UnclearAddress", "E-ADDRESS", 422, {
  fields: {
    why: Schema.String,
    /** "a thread's page": completes "Give the address of …". */
    wanted: Schema.String
  },
  message: ({ wanted, why }) => `${why} Nothing was changed. Give the address of ${wanted}.`
}) {}

/** The requested state is already the current one: nothing was changed or logged. */
export class AlreadySo extends coded("AlreadySo", "E-STATE", 409, { fields: { message: Schema.String } }) {}

/** The form comes from an older release, so a missing box cannot be told from an unticked one. */
export class OlderPage extends coded("OlderPage", "E-STATE", 409, {
  message: "This page was opened before an upgrade and does not say which feature flags it shows. Load it again."
}) {}

/** Prevents operators from locking out themselves or each other: they must first be removed from the setting. */
export class OperatorProtected extends coded("OperatorProtected", "E-SELF", 403, {
  fields: { isSelf: Schema.Boolean },
  message: ({ isSelf }) =>
    isSelf
      ? "This is your own account. Another operator can do this once you are removed from OPERATORS."
      : "This is an operator's account. Remove it from OPERATORS first."
}) {}
