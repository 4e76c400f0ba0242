/** Lists that keepers of a treasury are asked about: three people get one, two and three XRD. */
import { Effect } from "effect"
import type { Community } from "~/effects/access/Community"
import { AmountText } from "~/effects/base/amounts/AmountText"
import { mustPrepare } from "~/effects/treasury/deployment/preparing.server"
import type { Distribution } from "~/effects/treasury/distributions/Distribution"
import { Distributions } from "~/effects/treasury/distributions/Distributions.server"
import { DistributionsRepo } from "~/effects/treasury/distributions/DistributionsRepo.server"
import { checkRows } from "~/effects/treasury/distributions/list/checkRows"
import { Parkings } from "~/effects/treasury/distributions/parked/Parkings.server"
import { ParkingsRepo } from "~/effects/treasury/distributions/parked/ParkingsRepo.server"
import { Keeping } from "~/effects/treasury/keepers/Keeping.server"
import { StepActs } from "~/effects/treasury/keepers/StepActs.server"
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
      rows: checkRows(lines, { divisibility: 18, own: [] })
    })
    const run = yield* repo.mustFind(community.id, number)
    yield* distributions.accept(run, false)
    return yield* repo.mustFind(community.id, number)
  })

export const parkingOf = (run: Distribution) =>
  Effect.flatMap(ParkingsRepo, (repo) => Effect.flatten(repo.find(run.id)))

/** Two rows a batch, and put before the keepers. */
export const proposed = (community: Community, run: Distribution, by: Signer = ada) =>
  Effect.gen(function* () {
    const here = as(community, by)
    const [acts, keeping, parkings] = [yield* StepActs, yield* Keeping, yield* Parkings]
    const keeper = yield* keeping.mustKeep(here, "propose it")
    const treasury = yield* mustPrepare(here, "distribute")
    const may = () => Effect.void
    const step = yield* parkings.begin(treasury, run, { size: 2, fee: AmountText.make("1"), version: 1, may })
    const { digest, fees, total } = yield* parkingOf(run)
    const amounts = [
      { symbol: "XRD", amount: total },
      { symbol: "XRD", amount: fees }
    ]
    const act = yield* acts.propose(here, keeper, { kind: "parking", step, run, amounts, digest })
    return yield* askedOf(community, act.id, bea, cas)
  })
