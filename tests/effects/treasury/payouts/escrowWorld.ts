/** An escrowed payout on a real local ledger, with a site that has a relayer key. */
import { Clock, Effect, Option, Redacted } from "effect"
import { AmountText } from "~/effects/base/amounts/AmountText"
import { NETWORK_ID } from "~/effects/base/settings/networks"
import { Ledger } from "~/effects/chain/ledger/Ledger.server"
import { EscrowsRepo } from "~/effects/treasury/escrow/EscrowsRepo.server"
import { Distributions } from "~/effects/treasury/payouts/Distributions.server"
import { DistributionsRepo } from "~/effects/treasury/payouts/DistributionsRepo.server"
import { PayoutEscrowWorker } from "~/effects/treasury/payouts/escrow/escrowPurpose.server"
import { PayoutEscrows } from "~/effects/treasury/payouts/escrow/PayoutEscrows.server"
import { amountOf, NOTHING, ONE, wellKnown } from "~/ledger/index"
import type { Database } from "../../../databases"
import { FAUCET } from "../../chain/ledger/transactions"
import { ledgerWorld } from "../../chain/ledger/world"
import { settings } from "../../people/wallet-session/world"
import { type garden, person, planned, report, sign, world } from "./world"

export const XRD = wellKnown("xrd", NETWORK_ID)
export const FEE = AmountText.make("1")

export const withKey = { ...settings, relayerKey: Option.some(Redacted.make("5e".repeat(32))) }
export const otherKey = { ...settings, relayerKey: Option.some(Redacted.make("6f".repeat(32))) }

export const escrowWorld = (database: Database, given = withKey) => world(database, ledgerWorld, given)

export type Garden = Effect.Effect.Success<typeof garden>

/** XRD in the treasury. */
export const withXrd = (place: Garden, amount = 1_000) =>
  sign(`CALL_METHOD Address("${FAUCET}") "free";
CALL_METHOD Address("${place.treasury.treasury}") "try_deposit_batch_or_abort" Expression("ENTIRE_WORKTOP") None;`).pipe(
    Effect.repeatN(Math.ceil(amount / 10_000) - 1)
  )

export const people = (many: number) => Array.from({ length: many }, (_, index) => person(index))

/** Each person gets one more than the one before, in batches of two; started and not funded. */
export const begun = (place: Garden, many: number, mode: "direct" | "claim" = "direct") =>
  Effect.gen(function* () {
    const distributions = yield* Distributions
    const repo = yield* DistributionsRepo
    const run = yield* planned(
      place,
      people(many).map(({ account }, index) => [account, BigInt(index + 1) * ONE] as const),
      mode
    )
    yield* distributions.start(run, 2, 1)
    return yield* repo.findIdOrFail(run.id)
  })

/** One approval. */
export const approved = (place: Garden, run: Effect.Effect.Success<ReturnType<typeof begun>>, fee = FEE) =>
  Effect.gen(function* () {
    const escrows = yield* PayoutEscrows
    const step = yield* escrows.fundEscrow(place.treasury, run, fee)
    return yield* report(step.id, yield* sign(step.manifest))
  })

export const escrowFoundOf = (id: string) => Effect.flatMap(EscrowsRepo, (repo) => Effect.flatten(repo.find(id)))

/** The same, to compare with plain text. */
export const shownOf = (id: string) =>
  Effect.map(escrowFoundOf(id), (escrow): Readonly<Record<string, unknown>> => ({ ...escrow }))

/** Polls until nothing is left to do now. Returns the number of polls. */
export const settled = (id: string, most = 100) =>
  Effect.gen(function* () {
    const runs = yield* PayoutEscrowWorker
    let checks = 0
    while (checks < most && (yield* runs.poll(id)) === "again") checks++
    return checks
  })

/** Balances of the escrow and the treasury, on the ledger and in our books. */
export const books = (place: Garden, id: string) =>
  Effect.gen(function* () {
    const ledger = yield* Ledger
    const escrow = yield* escrowFoundOf(id)
    const token = escrow.resource
    const all = yield* ledger.balances([...(escrow.address === null ? [] : [escrow.address]), place.treasury.treasury])
    const held = (account: string | null, resource: string) =>
      amountOf(
        [...([...all.byAccount].find(([each]) => each === account)?.[1] ?? [])].find(
          ([each]) => each === resource
        )?.[1] ?? NOTHING
      )
    return {
      escrow,
      now: yield* Clock.currentTimeMillis,
      token: held(escrow.address, token),
      xrd: held(escrow.address, XRD),
      treasury: held(place.treasury.treasury, token),
      treasuryXrd: held(place.treasury.treasury, XRD)
    }
  })
