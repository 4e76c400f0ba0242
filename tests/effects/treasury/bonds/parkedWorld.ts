/** What tests do with bonds that settle themselves. */
import { Effect } from "effect"
import type { Community } from "~/effects/access/Community"
import { StepChecks } from "~/effects/chain/ledger-steps/StepChecks.server"
import type { Direction } from "~/effects/treasury/bonds/Order"
import { BondParkings } from "~/effects/treasury/bonds/parked/BondParkings.server"
import { BondParkingsRepo } from "~/effects/treasury/bonds/parked/BondParkingsRepo.server"
import { ParkedSwaps } from "~/effects/treasury/bonds/parked/ParkedSwaps.server"
import { TreasuryHolders } from "~/effects/treasury/deployment/TreasuryHolders.server"
import { signAnew } from "../../chain/ledger/signAnew"
import { fund, hereOf, opened, SERIES } from "./world"

export const FIRST = `${SERIES}-buy-0`
export const rolling = { settleMode: "rolling", minRaiseUnits: 0 } as const

export const heldBy = (community: Community) =>
  Effect.flatMap(TreasuryHolders, (holders) => holders.must(hereOf(community), ""))

export const ask = (community: Community, direction: Direction = "buy", units: number | null = null) =>
  Effect.gen(function* () {
    const parkings = yield* BondParkings
    return yield* parkings.park(yield* heldBy(community), community.id, SERIES, direction, units)
  })

/** One approval. */
export const park = (community: Community, direction: Direction = "buy", units: number | null = null) =>
  Effect.gen(function* () {
    const step = yield* ask(community, direction, units)
    return yield* (yield* StepChecks).report(step, yield* signAnew(step.manifest))
  })

/** Looks until nothing is left to do now. */
export const looked = (id = FIRST) =>
  Effect.gen(function* () {
    const swaps = yield* ParkedSwaps
    let looks = 0
    while (looks < 100 && (yield* swaps.look(id)) === "again") looks++
  })

export const found = (id = FIRST) => Effect.flatMap(BondParkingsRepo, (repo) => Effect.flatten(repo.find(id)))

/** The same to compare with plain texts. */
export const parking = (id = FIRST) => Effect.map(found(id), (one): Readonly<Record<string, unknown>> => ({ ...one }))

/** An open sale, and XRD for the fees. */
export const withFees = (changes: Parameters<typeof opened>[0] = rolling) =>
  Effect.tap(opened(changes), ({ community }) => fund(community.treasuryAccount ?? ""))
