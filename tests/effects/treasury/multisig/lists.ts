/** Lists that are sent to the signers of a treasury: three people get one, two and three XRD. */
import { Effect } from "effect"
import type { Community } from "~/effects/access/Community"
import { AmountText } from "~/effects/base/amounts/AmountText"
import { requirePrepared } from "~/effects/treasury/deployment/preparing.server"
import { EscrowsRepo } from "~/effects/treasury/escrow/EscrowsRepo.server"
import { SignerAccess } from "~/effects/treasury/multisig/SignerAccess.server"
import { TransactionRequests } from "~/effects/treasury/multisig/TransactionRequests.server"
import type { Distribution } from "~/effects/treasury/payouts/Distribution"
import { Distributions } from "~/effects/treasury/payouts/Distributions.server"
import { DistributionsRepo } from "~/effects/treasury/payouts/DistributionsRepo.server"
import { PayoutEscrows } from "~/effects/treasury/payouts/escrow/PayoutEscrows.server"
import { checkRows } from "~/effects/treasury/payouts/list/checkRows"
import { NOTHING, type Signer } from "~/ledger/index"
import { accountOf, signer } from "../../../ledger/signing"
import { ada, as, askedOf, bea, cas, XRD } from "./world"

export { approvedBy } from "./world"

export const people = [0, 1, 2].map((n) => accountOf(signer(150 + n)))
export const SUM = 6n

/** One, two and three XRD, approved and not begun. */
export const listed = (community: Community) =>
  Effect.gen(function* () {
    const [distributions, repo] = [yield* Distributions, yield* DistributionsRepo]
    const lines = people.map((account, index) => ({ line: index + 1, account, amount: String(index + 1), note: "" }))
    const number = yield* distributions.create({
      communityId: community.id,
      account: accountOf(ada),
      title: "Harvest share",
      note: "",
      purpose: "reward",
      resource: XRD,
      symbol: "XRD",
      divisibility: 18,
      mode: "direct",
      recoverDays: 180,
      rule: null,
      record: null,
      remainder: NOTHING,
      rows: yield* checkRows(lines, { divisibility: 18, own: [] })
    })
    const run = yield* repo.findOrFail(community.id, number)
    yield* distributions.accept(run, false)
    return yield* repo.findOrFail(community.id, number)
  })

export const escrowFoundOf = (run: Distribution) =>
  Effect.flatMap(EscrowsRepo, (repo) => Effect.flatten(repo.find(run.id)))

/** Two rows a batch, sent to the signers. */
export const proposed = (community: Community, run: Distribution, by: Signer = ada) =>
  Effect.gen(function* () {
    const here = as(community, by)
    const [requests, access, escrows] = [yield* TransactionRequests, yield* SignerAccess, yield* PayoutEscrows]
    const me = yield* access.requireWithinRules(here, "propose it")
    const treasury = yield* requirePrepared(here, "distribute")
    const may = () => Effect.void
    const step = yield* escrows.begin(treasury, run, { size: 2, fee: AmountText.make("1"), version: 1, may })
    const { digest, fees, total } = yield* escrowFoundOf(run)
    const amounts = [
      { symbol: "XRD", amount: total },
      { symbol: "XRD", amount: fees }
    ]
    const request = yield* requests.propose(here, me, { kind: "parking", step, run, amounts, digest })
    return yield* askedOf(community, request.id, bea, cas)
  })
