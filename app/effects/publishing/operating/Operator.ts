/** Who runs the site, and what they give with every act. Isomorphic. */
import { Effect, Either, Schema } from "effect"
import { InvalidFields } from "~/effects/base/failures/failures"
import { checkForm } from "~/effects/base/remix/form"
import { Line } from "~/effects/base/text/fields"

/** A named account on the page, or the person who has the machine. */
export interface Operator {
  /** Stands in the log: an account address, or "machine: ada". */
  readonly actor: string
  /** Null on the machine's command line. */
  readonly account: string | null
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

/** Who acts, and why. */
export const orderOf = (by: Operator, reason: string): Effect.Effect<Order, InvalidFields> =>
  Either.match(checkForm(Reasoned, { reason }), {
    onLeft: (fields) => new InvalidFields({ fields }),
    onRight: (given): Effect.Effect<Order, InvalidFields> => Effect.succeed({ by, ...given })
  })
