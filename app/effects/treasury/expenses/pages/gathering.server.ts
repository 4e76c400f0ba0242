/**
 * Gathers approved expenses into one payout (docs/product/expenses.md). The expenses change from approved to paying in
 * the transaction that makes the payout with its rows fixed, so that nothing else can pay them meanwhile.
 */
import { Effect } from "effect"
import { InvalidFields } from "~/effects/base/failures/failures"
import { Idempotency } from "~/effects/base/limits/Idempotency.server"
import { type Done, textOf } from "~/effects/base/remix/pageAction.server"
import { inside } from "~/effects/communities/communities/inside.server"
import { TreasuryHolders } from "~/effects/treasury/deployment/TreasuryHolders.server"
import { pathOf } from "~/effects/treasury/payouts/Distribution"
import { acceptHeld } from "~/effects/treasury/payouts/pages/paying.server"
import { ExpensePayouts } from "../ExpensePayouts.server"
import { ExpenseRulesRepo } from "../ExpenseRulesRepo.server"
import { MOST_GATHERED } from "../limits"

const KEY = /^[\w-]{8,80}$/
const wrong = (message: string) => new InvalidFields({ fields: { expenses: message } })

/** Allowed for multisig treasuries, too: a list alone moves nothing. */
export const gather = (form: FormData) =>
  Effect.gen(function* () {
    const here = yield* inside
    const treasury = yield* TreasuryHolders.must(here, "pay expenses")
    const { account } = treasury.admin
    const { id } = here.community
    const chosen = [...new Set(form.getAll("expense").map(String))]
    if (chosen.length === 0) return yield* wrong("Choose the expenses to be paid together.")
    if (chosen.length > MOST_GATHERED || !chosen.every((text) => /^[1-9]\d{0,8}$/.test(text))) {
      return yield* wrong(`Choose at most ${MOST_GATHERED} expenses.`)
    }
    const numbers = chosen.map(Number).toSorted((one, other) => one - other)
    const { rules } = yield* (yield* ExpenseRulesRepo).overview(id, account)
    const payouts = yield* ExpensePayouts
    const write = payouts
      .gather(here.community, numbers, { account, treasury: treasury.treasury, shown: rules.shown }, (run) =>
        acceptHeld({ here, run })
      )
      .pipe(
        Effect.map((run) => pathOf(id, run.number)),
        Effect.catchTag("RowsWrong", ({ message }) => wrong(message))
      )
    const key = textOf(form, "key")
    const once = yield* Idempotency
    const scope = JSON.stringify(["expense-payout", id, account])
    const to = yield* once.run(scope, KEY.test(key) ? key : null, JSON.stringify(numbers), write)
    return { to } satisfies Done
  })
