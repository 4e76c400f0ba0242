/** Takes back what was not claimed by its date, several accounts in one transaction. */
import { Clock, Effect } from "effect"
import type { AccountAddress, LockerAddress, ResourceAddress } from "~/effects/base/addresses/addresses"
import { hashOf } from "~/effects/base/text/digest"
import { inUtc } from "~/effects/base/text/moments"
import { Ledger } from "~/effects/chain/ledger/Ledger.server"
import { orGatewayDown } from "~/effects/chain/ledger/orGatewayDown"
import { PreparedTransactions } from "~/effects/chain/prepared-transactions/PreparedTransactions.server"
import type { HeldTreasury } from "~/effects/treasury/deployment/TreasuryHolders.server"
import {
  type Admin,
  type Amount,
  amountOf,
  type Manifest,
  metadataVariant,
  NOTHING,
  Templates,
  Tree
} from "~/ledger/index"
import type { Distribution } from "./Distribution"
import { DistributionRows } from "./DistributionRows.server"
import { DistributionsRepo } from "./DistributionsRepo.server"
import { NothingToSign } from "./errors"
import { RECOVER } from "./recoverStep.server"

/** Accounts per transaction. */
const RECOVER_AT_ONCE = 20

interface Unclaimed {
  readonly account: AccountAddress
  readonly amount: Amount
}
interface Recovery {
  readonly admin: Admin
  readonly treasury: AccountAddress
  readonly locker: LockerAddress
  readonly resource: ResourceAddress
  readonly unclaimed: ReadonlyArray<Unclaimed>
  /** Unique on this treasury. */
  readonly idempotencyKey: string
}

/**
 * With `isProven` the manifest makes no proofs of its own, because the signers bring them along
 * (`Templates.councilAct`).
 */
export const recoveryManifest = ({ idempotencyKey, unclaimed, ...place }: Recovery, isProven = false): Manifest => {
  const singles = unclaimed.map((each) => Templates.recoverUnclaimed({ ...place, ...each }).instructions)
  const [first = []] = singles
  const [proof] = first
  const text = hashOf(unclaimed.map(({ account, amount }) => [account, String(amount)]))
  return Tree.manifest(
    ...(proof === undefined || isProven ? [] : [proof]),
    ...singles.flatMap((instructions) => instructions.slice(1, 2)),
    ...first.slice(2),
    Tree.instruction(
      "SET_METADATA",
      Tree.address(place.treasury),
      Tree.text(idempotencyKey),
      Tree.variant(metadataVariant("String", false), Tree.text(text))
    ),
    Tree.instruction("LOCK_METADATA", Tree.address(place.treasury), Tree.text(idempotencyKey))
  )
}

/** Rows of a payout whose tokens are still in the locker, as the ledger says now. */
const makeUnclaimedRows = Effect.gen(function* () {
  const ledger = yield* Ledger
  const rows = yield* DistributionRows

  /** Amount in the locker for the account of a row. */
  const heldFor = Effect.fnUntraced(function* (locker: LockerAddress, run: Distribution, account: AccountAddress) {
    const { vaults } = yield* orGatewayDown(ledger.lockerVaults(locker, account))
    return amountOf(vaults.find((vault) => vault.resource === run.resource)?.amount ?? NOTHING)
  })

  /**
   * The next rows whose tokens are still in a locker, all in the same one: the community's, or that of payouts from
   * escrow.
   */
  const unclaimedOf = Effect.fnUntraced(function* (treasury: HeldTreasury, run: Distribution) {
    const waiting = yield* Effect.forEach(
      yield* rows.claimable(run.id, RECOVER_AT_ONCE),
      ({ locker: stored, ...row }) => {
        const locker = stored ?? treasury.locker
        return Effect.map(heldFor(locker, run, row.account), (held) => ({ row, held, locker }))
      },
      { concurrency: 4 }
    )
    const there = waiting.filter(({ held, row }) => held >= amountOf(row.amount))
    const locker = there[0]?.locker ?? treasury.locker
    return { locker, unclaimed: there.flatMap((each) => (each.locker === locker ? [each.row] : [])) }
  })

  return { unclaimedOf }
})

export const makeRecoveries = Effect.gen(function* () {
  const repo = yield* DistributionsRepo
  const { unclaimedOf } = yield* makeUnclaimedRows
  const steps = yield* PreparedTransactions

  /**
   * Prepares taking back what some accounts have not claimed, without what they claimed elsewhere. `may` gets the
   * idempotency key before an earlier transaction under it is replaced.
   */
  const recover = Effect.fn("Recoveries.recover")(function* <E = never, R = never>(
    treasury: HeldTreasury,
    given: Distribution,
    may: (idempotencyKey: string) => Effect.Effect<void, E, R> = () => Effect.void
  ) {
    const run = yield* Effect.orDie(repo.findIdOrFail(given.id))
    const now = yield* Clock.currentTimeMillis
    if (run.recoverAfter === null) {
      return yield* new NothingToSign({
        message: "This payout never returns unclaimed tokens to the treasury."
      })
    }
    if (now < run.recoverAfter) {
      return yield* new NothingToSign({
        message: `Unclaimed tokens can be returned to the treasury after ${inUtc("day", run.recoverAfter)}.`
      })
    }
    const { locker, unclaimed } = yield* unclaimedOf(treasury, run)
    if (unclaimed.length === 0) return yield* new NothingToSign({ message: "Nothing is left to return." })
    const [first] = unclaimed
    const idempotencyKey = `recover:${run.id}-${first?.line ?? 0}`
    yield* may(idempotencyKey)
    const detail = {
      distribution: run.id,
      treasury: treasury.treasury,
      resource: run.resource,
      rows: unclaimed.map((row) => ({ id: row.id, amount: row.amount }))
    }
    return yield* steps.open({
      idempotencyKey,
      kind: RECOVER,
      communityId: run.communityId,
      related: run.id,
      account: treasury.admin.account,
      manifest: recoveryManifest(
        {
          ...treasury,
          locker,
          resource: run.resource,
          idempotencyKey,
          unclaimed: unclaimed.map((row) => ({ account: row.account, amount: amountOf(row.amount) }))
        },
        treasury.signers !== undefined
      ),
      detail
    })
  })

  return { recover }
})
