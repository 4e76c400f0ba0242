/** Commands about sign-ups: who may, those that wait for approval, and blocked domains and networks. */
import { Effect, Schema } from "effect"
import { inUtc } from "~/effects/base/text/moments"
import { SIGNUP_MODES } from "~/effects/people/signup/signupMode"
import { onSite } from "../../acts"
import { OperatorLog } from "../../OperatorLog.server"
import { SignupAdmission } from "../../SignupAdmission.server"
import { daysOf } from "./accountCommands.server"
import { act, actOnMany, type Call, Misused, type Said, table } from "./Command.server"

const isMode = Schema.is(Schema.Literal(...SIGNUP_MODES))
const isChoice = Schema.is(Schema.Literal("approve", "keep"))

const endOf = (endsAt: number | null) => (endsAt === null ? "no end" : `until ${inUtc("moment", endsAt)} UTC`)

export const signupCommands = {
  signups: {
    takes: "",
    what: "sign-ups that wait for approval, the oldest first",
    words: [0, 0],
    needsReason: false,
    run: ({ by, limit }: Pick<Call, "by" | "limit">) =>
      Effect.gen(function* () {
        const waiting = (yield* (yield* SignupAdmission).list).slice(0, limit)
        if (waiting.length > 0) {
          const order = { by, reason: "Through the command line." }
          yield* (yield* OperatorLog).recordView(order, "Viewed sign-ups that wait", onSite)
        }
        const lines = table(
          waiting.map(({ profile, requestedAt }) => [
            profile.username,
            profile.email,
            `${inUtc("moment", requestedAt)} UTC`,
            profile.accountAddress
          ])
        )
        return { lines: lines.length === 0 ? ["No sign-up waits for approval."] : lines, data: waiting } satisfies Said
      })
  },
  "signup-mode": {
    ...act(
      `${SIGNUP_MODES.join("|")} [approve|keep]`,
      "who can sign up; the second word approves the sign-ups that wait, or leaves them waiting",
      (mode, order, { words: [, waiting] }) =>
        Effect.gen(function* () {
          if (!isMode(mode)) return yield* new Misused({ message: `signup-mode takes ${SIGNUP_MODES.join(", ")}.` })
          if (waiting !== undefined && !isChoice(waiting)) {
            return yield* new Misused({ message: "The second word is approve or keep." })
          }
          const admission = yield* SignupAdmission
          const { ask } = yield* admission.mode
          return yield* admission.setMode({ mode, ask, waiting: waiting ?? null }, order)
        })
    ),
    words: [1, 2]
  },
  "approve-signups": actOnMany("ACCOUNT…", "approves sign-ups that wait", (accounts, order) =>
    Effect.flatMap(SignupAdmission, (admission) => admission.approve(accounts, order))
  ),
  "refuse-signups": actOnMany(
    "ACCOUNT…",
    "refuses sign-ups that wait; each person gets the reason, and can ask once more",
    (accounts, order) => Effect.flatMap(SignupAdmission, (admission) => admission.refuse(accounts, false, order))
  ),
  "signup-blocks": {
    takes: "",
    what: "domains and networks with which nobody can sign up",
    words: [0, 0],
    needsReason: false,
    run: ({ limit }: { readonly limit: number }) =>
      Effect.gen(function* () {
        const all = (yield* (yield* SignupAdmission).blocks).slice(0, limit)
        const lines = table(
          all.map(({ endsAt, reason, since, target }) => [target, inUtc("day", since), endOf(endsAt), reason])
        )
        return { lines: lines.length === 0 ? ["No sign-ups are blocked."] : lines, data: all } satisfies Said
      })
  },
  "block-signups": act(
    "DOMAIN|NETWORK [--days N]",
    "blocks sign-ups by the domain of the e-mail address, or from a network (192.0.2.0/24); people see the reason",
    (on, order, { days }) =>
      Effect.flatMap(daysOf(days), (count) => Effect.flatMap(SignupAdmission, (care) => care.block(on, count, order)))
  ),
  "unblock-signups": act("DOMAIN|NETWORK", "allows these sign-ups again", (on, order) =>
    Effect.flatMap(SignupAdmission, (care) => care.unblock(on, order))
  )
} as const
