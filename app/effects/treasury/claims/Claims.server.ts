/**
 * Claims: what a community's lockers contain for an account, and the transaction that withdraws it. Amounts come from
 * the ledger; our records only say since when and why (docs/product/treasury.md).
 */
import { Effect, Option } from "effect"
import type { Community } from "~/effects/access/Community"
import { canRead } from "~/effects/access/visibility"
import type { AccountAddress, LockerAddress, ResourceAddress } from "~/effects/base/addresses/addresses"
import { NotThere } from "~/effects/base/failures/failures"
import { known } from "~/effects/chain/ledger/known.server"
import { Ledger } from "~/effects/chain/ledger/Ledger.server"
import { orGatewayDown } from "~/effects/chain/ledger/orGatewayDown"
import { PreparedTransactions } from "~/effects/chain/prepared-transactions/PreparedTransactions.server"
import { CommunitiesRepo } from "~/effects/communities/communities/CommunitiesRepo.server"
import { DeployFirst } from "~/effects/treasury/deployment/errors"
import { onLedger } from "~/effects/treasury/deployment/TreasuryHolders.server"
import { type AmountText, amountOf, Templates, Tree } from "~/ledger/index"
import type { ClaimFrom } from "./Claim"
import { makeClaimLists } from "./ClaimLists.server"
import { CLAIM } from "./claimStep.server"
import { NothingWaiting } from "./errors"

/** A token in the locker. */
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

/** Something that waits, with its locker. */
interface WaitingIn extends Waiting {
  readonly locker: LockerAddress
}

/** Withdraws all of it, with one proof of the account. */
const claimManifest = ({ account }: Place, items: ReadonlyArray<WaitingIn>) => {
  const parts = items.map(
    ({ amount, locker, resource }) =>
      Templates.claim({ locker, account, resource, amount: amountOf(amount) }).instructions
  )
  return Tree.manifest(...parts.flatMap((each) => each.slice(0, 1)), ...(parts[0]?.slice(1) ?? []))
}

/** The community's own locker, and those in which escrowed payouts left something for this account. */
export const lockersOf = (own: LockerAddress, records: ReadonlyArray<ClaimFrom>): ReadonlyArray<LockerAddress> => [
  ...new Set([
    own,
    ...records.flatMap(({ locker, state }) => (state === "available" || state === "pending" ? [locker] : []))
  ])
]

/** The claim that ended last, and how. */
const lastEnded = (records: ReadonlyArray<ClaimFrom>) =>
  records
    .flatMap(({ state, updatedAt }) => (state === "available" || state === "pending" ? [] : [{ state, updatedAt }]))
    .sort((one, other) => other.updatedAt - one.updatedAt)[0]

export class Claims extends Effect.Service<Claims>()("treasury/claims/Claims", {
  dependencies: [PreparedTransactions.Default, CommunitiesRepo.Default],
  effect: Effect.gen(function* () {
    const ledger = yield* Ledger
    const steps = yield* PreparedTransactions
    const communities = yield* CommunitiesRepo
    const { asked, done, elsewhere, isPayee, records } = yield* makeClaimLists

    const symbolOf = (resource: ResourceAddress) =>
      Effect.map(known(ledger.shown.resource(resource)), (found) => found?.symbol ?? "tokens")

    /** The lockers are empty: the error says how the last claim ended. */
    const nothingWaits = (before: ReadonlyArray<ClaimFrom>) => {
      const last = lastEnded(before)
      return new NothingWaiting({ endedAt: last?.updatedAt ?? null, end: last?.state ?? "claimed" })
    }

    /** Prepares a withdrawal of everything, or of one token, as the ledger has it at this moment. */
    const prepare = Effect.fn("Claims.prepare")(function* (
      community: Community,
      account: AccountAddress,
      resource: ResourceAddress | null
    ) {
      const deployed = onLedger(community)
      if (Option.isNone(deployed)) return yield* new DeployFirst()
      const place = { communityId: community.id, locker: deployed.value.locker, account }
      const { communityId, locker: own } = place
      const before = yield* records(communityId, account)
      const read = yield* Effect.forEach(lockersOf(own, before), (locker) =>
        Effect.map(orGatewayDown(ledger.lockerVaults(locker, account)), ({ time, vaults }) => ({
          version: time.stateVersion,
          vaults: vaults.map((vault) => ({ ...vault, locker }))
        }))
      )
      const vaults = read.flatMap((each) => each.vaults)
      // The lowest version counts: a deposit into a locker that was read first may be missing at the others' later
      // version.
      const version = Math.min(...read.map((each) => each.version))
      const wanted = vaults.filter((vault) => vault.isFungible && (resource === null || vault.resource === resource))
      if (wanted.length === 0) return yield* nothingWaits(before)
      const items = yield* Effect.forEach(wanted, ({ amount, locker, resource: of }) =>
        Effect.map(symbolOf(of), (symbol): WaitingIn => ({ resource: of, symbol, amount, locker }))
      )
      return yield* steps.open({
        idempotencyKey: `claim:${communityId}:${account}:${yield* done(communityId, account)}`,
        kind: CLAIM,
        communityId,
        related: own,
        account,
        manifest: claimManifest(place, items),
        detail: { locker: own, version, items }
      })
    })

    /**
     * The community, for an account that can read it or has something of its own in its lockers. `isReader`: it can
     * read it.
     */
    const placeFor = Effect.fn("Claims.placeFor")(function* (id: string, account: AccountAddress) {
      const found = Option.getOrNull(yield* communities.findById(id, account))
      if (found === null) return yield* new NotThere({})
      const { community, membership } = found
      const isReader = canRead(community, { account, membership })
      if (!isReader && !(yield* isPayee(community.id, account))) return yield* new NotThere({})
      return { community, account, isReader }
    })

    return { prepare, symbolOf, records, asked, elsewhere, placeFor }
  })
}) {}
