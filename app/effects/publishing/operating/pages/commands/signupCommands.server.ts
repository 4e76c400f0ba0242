/** Commands that block sign-ups by domain and network. */
import { Effect } from "effect"
import { inUtc } from "~/effects/base/text/moments"
import { SignupCare } from "../../SignupCare.server"
import { daysOf } from "./accountCommands.server"
import { act, type Said, table } from "./Command.server"

const endOf = (endsAt: number | null) => (endsAt === null ? "no end" : `until ${inUtc("moment", endsAt)} UTC`)

export const signupCommands = {
  "signup-blocks": {
    takes: "",
    what: "domains and networks with which nobody can sign up",
    words: [0, 0],
    needsReason: false,
    run: ({ limit }: { readonly limit: number }) =>
      Effect.gen(function* () {
        const all = (yield* (yield* SignupCare).list).slice(0, limit)
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
      Effect.flatMap(daysOf(days), (count) => Effect.flatMap(SignupCare, (care) => care.block(on, count, order)))
  ),
  "unblock-signups": act("DOMAIN|NETWORK", "allows these sign-ups again", (on, order) =>
    Effect.flatMap(SignupCare, (care) => care.unblock(on, order))
  )
} as const
