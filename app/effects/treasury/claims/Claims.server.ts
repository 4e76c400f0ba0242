/**
 * Claims: what a community's locker keeps for an account, and the transaction that hands it over. Amounts come from the
 * ledger; our records only say since when and why (docs/product/treasury.md, 3.6.7, tokenWithdraw).
 */
import { Effect, Option } from "effect"
import type { Community } from "~/effects/access/Community"
import type { AccountAddress, LockerAddress, ResourceAddress } from "~/effects/base/addresses/addresses"
import { known } from "~/effects/chain/ledger/known.server"
import { Ledger } from "~/effects/chain/ledger/Ledger.server"
import { orGatewayDown } from "~/effects/chain/ledger/orGatewayDown"
import { LedgerSteps } from "~/effects/chain/ledger-steps/LedgerSteps.server"
import { DeployFirst } from "~/effects/treasury/deployment/errors"
import { onLedger } from "~/effects/treasury/deployment/TreasuryHolders.server"
import { ClaimRecords } from "~/effects/treasury/distributions/ClaimRecords.server"
import { type AmountText, amountOf, NOTHING, Templates, Tree } from "~/ledger/index"
import type { ClaimFrom } from "./Claim"
import { ClaimLists } from "./ClaimLists.server"
import { CLAIM } from "./claimStep.server"
import { NothingWaiting } from "./errors"

/** A token that the locker keeps. */
export interface Waiting {
  readonly resource: ResourceAddress
  readonly symbol: string
  /** Decimal text. */
  readonly amount: AmountText
}

/** Where something waits, and for which account. */
interface Place {
  readonly communityId: Community["id"]
  readonly locker: LockerAddress
  readonly account: AccountAddress
}

/** Takes all of it, under one proof of the account. */
const claimManifest = ({ account, locker }: Place, items: ReadonlyArray<Waiting>) => {
  const parts = items.map(
    ({ amount, resource }) => Templates.claim({ locker, account, resource, amount: amountOf(amount) }).instructions
  )
  return Tree.manifest(...parts.flatMap((each) => each.slice(0, 1)), ...(parts[0]?.slice(1) ?? []))
}

/** What became of something last. */
const lastEnded = (records: ReadonlyArray<ClaimFrom>) =>
  records
    .filter(({ state }) => state === "claimed" || state === "recovered")
    .reduce<ClaimFrom | null>((late, each) => (late === null || each.updatedAt > late.updatedAt ? each : late), null)

export class Claims extends Effect.Service<Claims>()("effects/Claims", {
  dependencies: [LedgerSteps.Default, ClaimLists.Default, ClaimRecords.Default],
  effect: Effect.gen(function* () {
    const ledger = yield* Ledger
    const steps = yield* LedgerSteps
    const { asked, done, elsewhere, records } = yield* ClaimLists
    const { settleWithLedger } = yield* ClaimRecords

    const symbolOf = (resource: ResourceAddress) =>
      Effect.map(known(ledger.shown.resource(resource)), (found) => found?.symbol ?? "tokens")

    /** The locker is empty: our records follow it, and say what became of what they still had as waiting. */
    const nothingWaits = Effect.fnUntraced(function* (
      { account, communityId, locker }: Place,
      vaults: ReadonlyArray<{ readonly resource: ResourceAddress; readonly amount: AmountText }>,
      version: number
    ) {
      const before = yield* records(communityId, account)
      for (const resource of new Set(before.flatMap((each) => (each.state === "available" ? [each.resource] : [])))) {
        const held = amountOf(vaults.find((vault) => vault.resource === resource)?.amount ?? NOTHING)
        yield* settleWithLedger({ communityId, locker, account, resource, held, version })
      }
      const last = lastEnded(yield* records(communityId, account))
      return yield* new NothingWaiting({
        endedAt: last?.updatedAt ?? null,
        end: last?.state === "recovered" ? "recovered" : "claimed"
      })
    })

    /** Takes everything, or one token, as the ledger keeps it at this moment. */
    const prepare = Effect.fn("Claims.prepare")(function* (
      community: Community,
      account: AccountAddress,
      resource: ResourceAddress | null
    ) {
      const deployed = onLedger(community)
      if (Option.isNone(deployed)) return yield* new DeployFirst()
      const place = { communityId: community.id, locker: deployed.value.locker, account }
      const { communityId, locker } = place
      const { time, vaults } = yield* orGatewayDown(ledger.lockerVaults(locker, account))
      const version = time.stateVersion
      const wanted = vaults.filter((vault) => vault.isFungible && (resource === null || vault.resource === resource))
      if (wanted.length === 0) return yield* nothingWaits(place, vaults, version)
      const items = yield* Effect.forEach(wanted, ({ amount, resource: of }) =>
        Effect.map(symbolOf(of), (symbol): Waiting => ({ resource: of, symbol, amount }))
      )
      return yield* steps.open({
        onceKey: `claim:${communityId}:${account}:${yield* done(communityId, account)}`,
        kind: CLAIM,
        communityId,
        related: locker,
        account,
        manifest: claimManifest(place, items),
        detail: { locker, version, items }
      })
    })

    return { prepare, symbolOf, records, asked, elsewhere }
  })
}) {}
