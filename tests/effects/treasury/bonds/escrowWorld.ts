/** What tests do with bonds that settle automatically. */
import { Effect } from "effect"
import type { Community } from "~/effects/access/Community"
import { TransactionChecks } from "~/effects/chain/prepared-transactions/TransactionChecks.server"
import { BondEscrows } from "~/effects/treasury/bonds/escrow/BondEscrows.server"
import { BondEscrowWorker } from "~/effects/treasury/bonds/escrow/escrowPurpose.server"
import type { Direction } from "~/effects/treasury/bonds/Order"
import { TreasuryHolders } from "~/effects/treasury/deployment/TreasuryHolders.server"
import { EscrowsRepo } from "~/effects/treasury/escrow/EscrowsRepo.server"
import { signAnew } from "../../chain/ledger/signAnew"
import { fund, hereOf, opened, SERIES } from "./world"

export const FIRST = `${SERIES}-buy-0`
export const rolling = { settleMode: "rolling", minRaiseUnits: 0 } as const

export const heldBy = (community: Community) =>
  Effect.flatMap(TreasuryHolders, (holders) => holders.must(hereOf(community), ""))

export const ask = (community: Community, direction: Direction = "buy", units: number | null = null) =>
  Effect.gen(function* () {
    const escrows = yield* BondEscrows
    return yield* escrows.fundEscrow(yield* heldBy(community), community.id, SERIES, direction, units)
  })

/** One approval. */
export const fundEscrow = (community: Community, direction: Direction = "buy", units: number | null = null) =>
  Effect.gen(function* () {
    const step = yield* ask(community, direction, units)
    return yield* (yield* TransactionChecks).report(step, yield* signAnew(step.manifest))
  })

/** Polls until nothing is left to do now. */
export const acknowledged = (id = FIRST) =>
  Effect.gen(function* () {
    const swaps = yield* BondEscrowWorker
    let checks = 0
    while (checks < 100 && (yield* swaps.poll(id)) === "again") checks++
  })

export const found = (id = FIRST) => Effect.flatMap(EscrowsRepo, (repo) => Effect.flatten(repo.find(id)))

/** The same, to compare with plain text. */
export const escrow = (id = FIRST) => Effect.map(found(id), (one): Readonly<Record<string, unknown>> => ({ ...one }))

/** An open sale, and XRD for the fees. */
export const withFees = (changes: Parameters<typeof opened>[0] = rolling) =>
  Effect.tap(opened(changes), ({ community }) => fund(community.treasuryAccount ?? ""))
