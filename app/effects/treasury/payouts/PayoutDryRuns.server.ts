/** Dry runs before a payout starts: whether the treasury can pay it, and how many payments fit into one transaction. */
import { Effect, Option } from "effect"
import type { AccountAddress } from "~/effects/base/addresses/addresses"
import { Ledger } from "~/effects/chain/ledger/Ledger.server"
import { orGatewayDown } from "~/effects/chain/ledger/orGatewayDown"
import { badgesOf } from "~/effects/treasury/deployment/badgeFacts.server"
import { isKeySeat } from "~/effects/treasury/deployment/seatIds"
import type { HeldTreasury } from "~/effects/treasury/deployment/TreasuryHolders.server"
import { TreasuryShort } from "~/effects/treasury/escrow/errors"
import {
  type Amount,
  amountOf,
  formatAmount,
  type Manifest,
  NOTHING,
  renderManifest,
  Templates,
  Tree
} from "~/ledger/index"
import type { Distribution } from "./Distribution"
import { BatchRefused } from "./errors"
import { BATCH, COST_LIMIT } from "./limits"
import { batchIdOf, halved } from "./list/batches"

/** One payment. */
interface Payable {
  readonly account: AccountAddress
  readonly amount: Amount
}

const TOO_DEAR = /cost ?unit|LimitExceeded|limit exceeded|too many events|TooMany|MaxEvent/i

/** Manifest of a batch. `hash` covers its rows and is stored on the ledger next to the idempotency key. */
export const dropOf = (
  treasury: HeldTreasury,
  run: Distribution,
  n: number,
  hash: string,
  rows: ReadonlyArray<Payable>
): Manifest =>
  Templates.airdrop({
    admin: treasury.admin,
    treasury: treasury.treasury,
    locker: treasury.locker,
    resource: run.resource,
    shares: rows.map(({ account, amount }) => [account, amount] as const),
    isDirect: run.mode === "direct",
    batchId: batchIdOf(run.id, n),
    batchHash: hash
  })

/**
 * The same manifest as the signers of a multisig would authorize it, to measure its cost: all of them prove their
 * badges. A key needs no proof, since its signature is one.
 */
const triedOf = (treasury: HeldTreasury, drop: Manifest): Manifest => {
  const seats = treasury.signers?.seats ?? []
  const others = seats.filter(({ id }) => id !== treasury.admin.id && !isKeySeat(id))
  return Tree.manifest(...others.map(Templates.proofOfAdmin), ...drop.instructions)
}

export const makePayoutDryRuns = Effect.gen(function* () {
  const ledger = yield* Ledger

  /** Fails unless the treasury can pay it. */
  const requireCovered = Effect.fn("PayoutDryRuns.requireCovered")(function* (
    treasury: HeldTreasury,
    run: Distribution,
    sum: Amount
  ) {
    const { byAccount } = yield* orGatewayDown(ledger.balancesOf(run.resource, [treasury.treasury]))
    const held = amountOf(byAccount.get(treasury.treasury) ?? NOTHING)
    if (held < sum) return yield* new TreasuryShort({ missing: formatAmount(sum - held), symbol: run.symbol })
  })

  /** The community's locker opens to admin badges only. A signer who counts by a key may have none, so it is another's. */
  const withBadge = Effect.fnUntraced(function* (treasury: HeldTreasury) {
    if (!isKeySeat(treasury.admin.id)) return treasury
    const { held } = yield* Effect.provideService(badgesOf(treasury.badge), Ledger, ledger)
    const [account, [id] = []] = [...held][0] ?? []
    return account === undefined || id === undefined
      ? treasury
      : { ...treasury, admin: { account: account as AccountAddress, badge: treasury.badge, id } } // the gateway returned it
  })

  /** Finds by dry runs how many payments fit into one transaction, and its fee. */
  const fit = Effect.fn("PayoutDryRuns.fit")(function* (
    held: HeldTreasury,
    run: Distribution,
    rows: ReadonlyArray<Payable>
  ) {
    const treasury = yield* withBadge(held)
    for (let size: number = BATCH.start; ; size = halved(size)) {
      const manifest = dropOf(treasury, run, 0, "preview", rows.slice(0, size))
      const { error, executionUnits, fee, status } = yield* orGatewayDown(
        ledger.previewManifest(renderManifest(triedOf(treasury, manifest)), [], { assumeAllSignatures: true })
      )
      const reason = Option.getOrElse(error, () => "the ledger gives no reason")
      const isTooDear = status === "Succeeded" ? (executionUnits ?? 0) > COST_LIMIT : TOO_DEAR.test(reason)
      if (status === "Succeeded" && !isTooDear) {
        return { size, fee, batches: Math.ceil(rows.length / size) }
      }
      if (!isTooDear || size === BATCH.least) return yield* new BatchRefused({ reason })
    }
  })

  return { requireCovered, fit }
})
