/** Types of an operator and of the order (operator and reason) that comes with every action. Isomorphic. */
import { Effect, Either, Schema } from "effect"
import type { AccountAddress } from "~/effects/base/addresses/addresses"
import { InvalidFields } from "~/effects/base/failures/failures"
import { checkForm } from "~/effects/base/remix/form"
import { Line } from "~/effects/base/text/fields"

/** An account named in the settings, or a person at the machine's command line. */
export interface Operator {
  /** Name in the audit log: an account address, or "machine: ada". */
  readonly actor: string
  /** Null at the machine's command line. */
  readonly account: AccountAddress | null
}

const REASON_LENGTH = [5, 300] as const
const Reason = Line.pipe(
  Schema.filter((text) => {
    const [least, most] = REASON_LENGTH
    if (text.length < least) return `Please give a reason of at least ${least} characters.`
    return text.length <= most || `Please use at most ${most} characters.`
  })
)

export interface Order {
  readonly by: Operator
  readonly reason: string
}

const Reasoned = Schema.Struct({ reason: Reason })

/** Validates the reason and combines it with the operator. */
export const orderOf = (by: Operator, reason: string): Effect.Effect<Order, InvalidFields> =>
  Either.match(checkForm(Reasoned, { reason }), {
    onLeft: (fields) => new InvalidFields({ fields }),
    onRight: (given): Effect.Effect<Order, InvalidFields> => Effect.succeed({ by, ...given })
  })
