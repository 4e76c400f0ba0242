/**
 * Requests of signers for what pages of other features prepare: issuing a bond, funding and withdrawing escrows of
 * payouts, bonds and budgets, and recovering unclaimed money.
 */
import { Effect, Option, Schema } from "effect"
import type { Inside } from "~/effects/access/Inside"
import { requireAllowed } from "~/effects/access/must"
import { AmountText } from "~/effects/base/amounts/AmountText"
import { NotThere } from "~/effects/base/failures/failures"
import { type Done, textOf } from "~/effects/base/remix/pageAction.server"
import { readFirst } from "~/effects/chain/indexer/readFirst.server"
import type { Step } from "~/effects/chain/prepared-transactions/Step"
import { signersHref } from "~/effects/communities/communities/hrefs"
import { inside } from "~/effects/communities/communities/inside.server"
import { Bonds } from "~/effects/treasury/bonds/Bonds.server"
import { BatchRefused, CHANGED_DRAFT } from "~/effects/treasury/bonds/errors"
import { BondEscrows } from "~/effects/treasury/bonds/escrow/BondEscrows.server"
import { isOnLedger, issueKey } from "~/effects/treasury/bonds/manifests"
import { directionOf, unitsOf } from "~/effects/treasury/bonds/pages/escrow.server"
import type { Series } from "~/effects/treasury/bonds/Series"
import { SeriesRepo } from "~/effects/treasury/bonds/SeriesRepo.server"
import { Collateral } from "~/effects/treasury/bonds/secured/Collateral.server"
import { TakenDetail } from "~/effects/treasury/bonds/secured/collateralStep.server"
import { securityOf } from "~/effects/treasury/bonds/secured/secured"
import { termsDigest } from "~/effects/treasury/bonds/terms"
import { Budgets } from "~/effects/treasury/budgets/Budgets.server"
import { BudgetsRepo } from "~/effects/treasury/budgets/BudgetsRepo.server"
import { requirePrepared } from "~/effects/treasury/deployment/preparing.server"
import type { HeldTreasury } from "~/effects/treasury/deployment/TreasuryHolders.server"
import { fundKeyOf, withdrawKeyOf } from "~/effects/treasury/escrow/Escrow"
import { Back } from "~/effects/treasury/escrow/proofs.server"
import { numberIn } from "~/effects/treasury/payouts/Distributions.server"
import { DistributionsRepo } from "~/effects/treasury/payouts/DistributionsRepo.server"
import { PayoutEscrows } from "~/effects/treasury/payouts/escrow/PayoutEscrows.server"
import { Payouts } from "~/effects/treasury/payouts/Payouts.server"
import { fundNow } from "~/effects/treasury/payouts/pages/escrow.server"
import { RecoverDetail } from "~/effects/treasury/payouts/recoverStep.server"
import { amountOf, formatAmount } from "~/ledger/index"
import type { Offer } from "../ApprovalRequest"
import type { SignersRefused } from "../errors"
import { SignerAccess } from "../SignerAccess.server"
import { TransactionRequests, type WantedStep } from "../TransactionRequests.server"

interface Asked {
  readonly here: Inside
  readonly form: FormData
  readonly treasury: HeldTreasury
  /** Refuses what the signers have before them already, before anything is prepared. */
  readonly free: (idempotencyKey: string) => Effect.Effect<void, SignersRefused>
}

/** `action` completes "Only who holds an admin badge of {name} can …". */
const asking =
  <E, R>(action: string, prepare: (asked: Asked) => Effect.Effect<WantedStep, E, R>) =>
  (form: FormData) =>
    Effect.gen(function* () {
      const here = yield* inside
      const signing = yield* (yield* SignerAccess).requireWithinRules(here, "propose it")
      yield* readFirst(here.community.id)
      const treasury = yield* requirePrepared(here, action)
      const requests = yield* TransactionRequests
      const free = (idempotencyKey: string) => requests.requireFree(here.community.id, idempotencyKey)
      const request = yield* requests.propose(here, signing, yield* prepare({ here, form, treasury, free }))
      return { to: signersHref(request.communityId, request.number) } satisfies Done
    })

const Moved = Schema.parseJson(Back)

/** What a withdrawal moves according to the ledger, since others may have sent something there: `symbol`, and XRD for fees. */
const broughtIn = ({ detail }: Pick<Step, "detail">, symbol: string) =>
  Effect.map(Effect.orDie(Schema.decode(Moved)(detail)), ({ amounts, resource }) =>
    amounts.map(([token, amount]) => ({ symbol: token === resource ? symbol : "XRD", amount }))
  )

const runIn = ({ form, here }: Asked) =>
  Effect.flatMap(DistributionsRepo, (repo) =>
    repo.findOrFail(
      here.community.id,
      Option.getOrElse(numberIn(textOf(form, "d")), () => 0)
    )
  )

const fundPayout = asking("distribute", (asked) =>
  Effect.gen(function* () {
    const { form, free, here, treasury } = asked
    const run = yield* runIn(asked)
    yield* free(fundKeyOf(run.id))
    yield* (yield* PayoutEscrows).requireSameAs(run, textOf(form, "digest"))
    const step = yield* fundNow({ here, run, treasury })
    const { digest, fees, total } = yield* (yield* PayoutEscrows).findOrFail(run)
    const amounts = [
      { symbol: run.symbol, amount: total, resource: run.resource },
      { symbol: "XRD", amount: fees }
    ]
    return { kind: "parking", step, run, amounts, digest } satisfies WantedStep
  })
)

const withdrawPayout = asking("distribute", (asked) =>
  Effect.gen(function* () {
    const run = yield* runIn(asked)
    const { moves } = yield* (yield* PayoutEscrows).findOrFail(run)
    yield* asked.free(withdrawKeyOf(run.id, moves))
    const step = yield* (yield* PayoutEscrows).takeBack(asked.treasury, run)
    return { kind: "back", step, run, amounts: yield* broughtIn(step, run.symbol), digest: null } satisfies WantedStep
  })
)

const recover = asking("distribute", (asked) =>
  Effect.gen(function* () {
    const run = yield* runIn(asked)
    const step = yield* (yield* Payouts).recover(asked.treasury, run, asked.free)
    const { rows } = yield* Effect.orDie(Schema.decode(RecoverDetail)(step.detail))
    const sum = rows.reduce((all, { amount }) => all + amountOf(amount), 0n)
    const amounts = [{ symbol: run.symbol, amount: formatAmount(sum) }]
    return { kind: "recovery", step, run, amounts, digest: null } satisfies WantedStep
  })
)

const budgetIn = ({ form, here }: Asked) =>
  Effect.gen(function* () {
    const number = Option.getOrElse(numberIn(textOf(form, "b")), () => 0)
    const budget = yield* (yield* BudgetsRepo).findOrFail(here.community.id, number)
    return { budget, budgets: yield* Budgets, run: { what: "budget" as const, number, title: budget.title } }
  })

const fundBudget = asking("manage budgets", (asked) =>
  Effect.gen(function* () {
    const { form, free, here, treasury } = asked
    const { budget, budgets, run } = yield* budgetIn(asked)
    yield* free(fundKeyOf(budget.id))
    const step = yield* budgets.fundEscrow(here.community, treasury, budget, textOf(form, "digest"))
    const amounts = [
      { symbol: budget.symbol, amount: budget.total, resource: budget.resource },
      { symbol: "XRD", amount: budget.fees }
    ]
    return { kind: "parking", step, run, amounts, digest: budget.digest } satisfies WantedStep
  })
)

const withdrawBudget = asking("manage budgets", (asked) =>
  Effect.gen(function* () {
    const { budget, budgets, run } = yield* budgetIn(asked)
    yield* asked.free(withdrawKeyOf(budget.id, budget.escrow?.moves ?? 0))
    const step = yield* budgets.takeBack(asked.treasury, budget)
    return {
      kind: "back",
      step,
      run,
      amounts: yield* broughtIn(step, budget.symbol),
      digest: null
    } satisfies WantedStep
  })
)

/** The series that the form names, the direction of its orders, and what its escrow holds: units for sales, money for redemptions. */
const seriesIn = ({ form, here }: Asked) =>
  Effect.gen(function* () {
    const series = yield* (yield* SeriesRepo).findOrFail(here.community.id, textOf(form, "series"))
    const { code, id, name, symbol } = series
    const direction = directionOf(form)
    const units = `units of ${code}`
    const held = direction === "buy" ? units : symbol
    return { series, direction, units, held, run: { series: id, code, title: name }, escrows: yield* BondEscrows }
  })

/** The terms that the signers approve. */
const offerOf = ({
  couponEvery,
  couponRatePct,
  faceValue,
  issuePrice,
  maturesAt,
  minRaiseUnits,
  saleClosesAt,
  saleOpensAt,
  symbol,
  ...rest
}: Series): Offer => ({
  symbol,
  faceValue,
  issuePrice,
  couponRatePct,
  couponEvery,
  minRaiseUnits,
  saleOpensAt,
  saleClosesAt,
  maturesAt,
  ...securedIn(rest)
})

const securedIn = (series: Parameters<typeof securityOf>[0]) => {
  const security = securityOf(series)
  if (security === null) return {}
  const { amount, graceDays, symbol } = security
  return { secured: { symbol, amount, graceDays } }
}

const issue = asking("issue bonds", (asked) =>
  Effect.gen(function* () {
    const { form, free, here, treasury } = asked
    yield* requireAllowed(here, "draftBonds")
    const { run, series, units } = yield* seriesIn(asked)
    if (textOf(form, "version") !== String(series.version)) return yield* new BatchRefused({ message: CHANGED_DRAFT })
    yield* free(issueKey(series.id))
    const step = yield* (yield* Bonds).prepare(treasury, here.community, series.id, series.version)
    const amounts = [{ symbol: units, amount: AmountText.make(String(series.units)) }]
    const digest = series.termsDigest ?? termsDigest(series)
    return { kind: "issue", step, run, amounts, digest, offer: offerOf(series) } satisfies WantedStep
  })
)

const collateral = asking("release collateral", (asked) =>
  Effect.gen(function* () {
    const { run, series } = yield* seriesIn(asked)
    if (!isOnLedger(series)) return yield* new NotThere({})
    const step = yield* (yield* Collateral).release(asked.treasury, asked.here.community, series, asked.free)
    const { amount } = yield* Effect.orDie(Schema.decode(TakenDetail)(step.detail))
    const amounts = [{ symbol: series.collateralSymbol ?? "", amount }]
    return { kind: "collateral", step, run, amounts, digest: series.termsDigest } satisfies WantedStep
  })
)

const fundBond = asking("settle orders", (asked) =>
  Effect.gen(function* () {
    const { form, free, here, treasury } = asked
    const { direction, escrows, held, run, series } = yield* seriesIn(asked)
    yield* free(yield* escrows.nextKey(series.id, direction))
    const step = yield* escrows.fundEscrow(treasury, here.community.id, series.id, direction, yield* unitsOf(form))
    const { digest, fees, total } = yield* escrows.newest(here.community.id, series.id, direction)
    const amounts = [
      { symbol: held, amount: total },
      { symbol: "XRD", amount: fees }
    ]
    return { kind: "parking", step, run, amounts, digest } satisfies WantedStep
  })
)

const withdrawBond = asking("settle orders", (asked) =>
  Effect.gen(function* () {
    const { free, here, treasury } = asked
    const { direction, escrows, held, run, series } = yield* seriesIn(asked)
    const { id, moves } = yield* escrows.newest(here.community.id, series.id, direction)
    yield* free(withdrawKeyOf(id, moves))
    const step = yield* escrows.takeBack(treasury, here.community.id, series.id, direction)
    return { kind: "back", step, run, amounts: yield* broughtIn(step, held), digest: null } satisfies WantedStep
  })
)

export const transactionCommands = {
  "propose-escrow": fundPayout,
  "propose-back": withdrawPayout,
  "propose-recovery": recover,
  "propose-budget": fundBudget,
  "propose-budget-back": withdrawBudget,
  "propose-issue": issue,
  "propose-collateral": collateral,
  "propose-bond-escrow": fundBond,
  "propose-bond-back": withdrawBond
}
