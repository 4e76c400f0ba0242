/** A treasury at a glance: budgets, escrow and payouts of a real local ledger, and sums that are exact or unknown. */
import { assert, describe, it } from "@effect/vitest"
import { Effect, Layer, TestClock } from "effect"
import { AmountText } from "~/effects/base/amounts/AmountText"
import { Faults } from "~/effects/local/Faults.server"
import { setAsideIn } from "~/effects/treasury/treasury/overview.server"
import { treasuryPage } from "~/effects/treasury/treasury/pages/settingsTreasury.server"
import { Treasury } from "~/effects/treasury/treasury/Treasury.server"
import { TreasuryPlans } from "~/effects/treasury/treasury/TreasuryPlans.server"
import { asAccount, asResource } from "../../../addresses"
import { describeOnBothDatabases } from "../../../databases"
import { inTime } from "../../../inTime"
import { counting } from "../../communities/founding/counting"
import { signIn, visit } from "../../publishing/dashboard/visits"
import { books, funded, order, place, settled, world } from "../budgets/world"
import { begun } from "../payouts/escrowWorld"
import { ADA, person } from "../payouts/world"

const MOST = 6 // docs/product/safety.md
const text = AmountText.make
const [token, xrd] = [asResource("resource_own"), "resource_xrd"]
const escrow = asAccount("account_escrow")

const shown = (...held: ReadonlyArray<readonly [resource: string, name: string, amount: string]>) => ({
  state: "known" as const,
  time: { stateVersion: 1, at: "1970-01-01T00:00:00.000Z", isFresh: true },
  holdings: held.map(([resource, name, amount]) => ({ resource, name, amount: text(amount) }))
})
const payment = (number: number, amount: string) => ({
  what: "request" as const,
  ...{ number, state: "payment", at: null, units: 0 },
  payload: {
    kind: "payment" as const,
    ...{ resource: token, symbol: "GRD", amount: text(amount), payee: escrow, payeeName: null },
    ...{ reason: "", vote: null, noVote: null, further: [{ payee: escrow, payeeName: null, amount: text("0.05") }] }
  }
})
const inEscrow = {
  what: "escrow" as const,
  ...{ number: 4, title: "Repairs", symbol: "GRD", total: text("10"), paid: text("0") },
  ...{ state: "payout" as const, resource: token, account: escrow }
}
/** Without the type brands of its texts. */
const plain = (value: object | undefined): Readonly<Record<string, unknown>> => ({ ...value })
const known = { token: { resource: token, name: "GRD" }, xrd, isHolder: true }

describe("the sums set aside", () => {
  it("add up exactly what is free, in escrow and promised", () => {
    const { bars } = setAsideIn({
      ...known,
      lines: [payment(31, "0.05"), payment(33, "0.15"), inEscrow],
      shown: shown([token, "GRD", "9"]),
      escrows: new Map([[escrow, new Map([[token, text("0.999999999999999999")]])]])
    })
    assert.deepInclude(plain(bars[0]), {
      ...{ name: "GRD", free: "8.7", escrow: "0.999999999999999999", promised: "0.3", promisedTo: [31, 33] },
      ...{ together: "9.999999999999999999", short: null, escrowFor: ["Repairs"] }
    })
    const { free = 0, escrow: held = 0 } = bars[0]?.shares ?? {}
    assert.deepStrictEqual([free, held], [870, 99])
  })

  it("claim nothing that the ledger does not report", () => {
    const lines = [payment(31, "0.95"), inEscrow]
    const [silent] = setAsideIn({ ...known, lines, shown: { state: "down" }, escrows: null }).bars
    assert.deepInclude(plain(silent), {
      free: null,
      escrow: null,
      together: null,
      promised: "1",
      shares: null,
      short: null
    })
    const [half] = setAsideIn({ ...known, lines, shown: shown([token, "GRD", "9"]), escrows: null }).bars
    assert.deepInclude(plain(half), { free: "8", escrow: null, together: null, shares: null })
  })

  it("show by how much requests exceed the balance, and name open payouts to treasury holders only", () => {
    const [bar] = setAsideIn({
      ...{ ...known, isHolder: false },
      lines: [payment(31, "11.95"), inEscrow],
      shown: shown([token, "GRD", "9"]),
      escrows: new Map()
    }).bars
    assert.deepInclude(plain(bar), { free: "0", short: "3", escrowFor: ["A payout"] })
  })

  it("guess no token from a name that two tokens have", () => {
    const escrow = {
      ...payment(35, "1"),
      payload: {
        kind: "parking" as const,
        ...{ step: "", digest: null, offer: null, manifest: "", reason: "", from: { ids: [], needed: 2 } },
        about: { series: "s", code: "B", title: "B" },
        amounts: [{ symbol: "GRD", amount: text("5") }]
      }
    }
    const aside = setAsideIn({
      ...known,
      lines: [escrow],
      shown: shown([token, "GRD", "9"], ["resource_other", "GRD", "9"]),
      escrows: new Map()
    })
    assert.deepStrictEqual(aside.unclear, [35])
    assert.isTrue(aside.bars.every(({ promised }) => promised === "0"))
  })
})

describeOnBothDatabases("the page of a treasury", (database) => {
  const Live = Layer.mergeAll(Treasury.Default, TreasuryPlans.Default).pipe(Layer.provideMerge(world(database)))

  it.effect("shows escrow as the ledger has it, budgets with their orders, and open payouts to their holders", () =>
    Effect.gen(function* () {
      const where = yield* place
      const { id } = where.community
      const budget = yield* funded(where)
      yield* order(budget.id, "30")
      yield* settled(budget.id)
      yield* order(budget.id, "12.5", 2)
      yield* begun(where, 3)
      yield* TestClock.adjust("61 seconds")
      const see = (account: typeof ADA) =>
        Effect.gen(function* () {
          const token = yield* signIn(account)
          const { statements, value } = yield* counting(
            visit(`/community/detail/${id}/treasury`, treasuryPage, { token, params: { id } })
          )
          assert.isAtMost(statements, MOST)
          return value.value
        })
      const page = yield* see(ADA)
      const [grd] = page.setAside.bars
      const ledger = yield* books(where, budget.id)
      assert.strictEqual(ledger.token, 70n * 10n ** 18n)
      assert.deepInclude(plain(grd), { name: "GRD", escrow: "70", escrowFor: ["Repairs of the greenhouse"] })
      assert.deepInclude(plain(page.budgets[0]), {
        ...{ number: 1, total: "100", spent: "30", promised: "12.5", left: "57.5" },
        shares: { spent: 300, promised: 125 }
      })
      assert.deepInclude(plain(page.nextPayouts[0]), { kind: "payout", payments: 3, money: "unsigned", at: null })
      // Others see the budgets, and no unfinished payout.
      const other = yield* see(person(9).account)
      assert.deepStrictEqual([other.nextPayouts, other.budgets.length, other.isHolder], [[], 1, false])
      yield* (yield* Faults).change({ gateway: "down" })
      yield* TestClock.adjust("61 seconds")
      const silent = yield* inTime(see(ADA))
      // Last known, as for all ledger data on pages.
      assert.deepInclude(plain(silent.setAside.bars[0]), { escrow: "70" })
      assert.isTrue(silent.shown.state === "known" && !silent.shown.time.isFresh)
    }).pipe(Effect.provide(Live))
  )
})
