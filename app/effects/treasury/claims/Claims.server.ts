/**
 * Claims: what a community's lockers contain for an account, and the transaction that withdraws it. Amounts come from
 * the ledger; our records only say since when and why (docs/product/treasury.md).
 */
import { Effect, Option, Schema } from "effect"
import { type Community, CommunityId } from "~/effects/access/Community"
import { canRead } from "~/effects/access/visibility"
import { AccountAddress, type LockerAddress, type ResourceAddress } from "~/effects/base/addresses/addresses"
import { findAll, Sql, single } from "~/effects/base/db/statements.server"
import { NotThere } from "~/effects/base/failures/failures"
import { known } from "~/effects/chain/ledger/known.server"
import { Ledger } from "~/effects/chain/ledger/Ledger.server"
import { orGatewayDown } from "~/effects/chain/ledger/orGatewayDown"
import { PreparedTransactions } from "~/effects/chain/prepared-transactions/PreparedTransactions.server"
import { Step } from "~/effects/chain/prepared-transactions/Step"
import { CommunitiesRepo } from "~/effects/communities/communities/CommunitiesRepo.server"
import { DeployFirst } from "~/effects/treasury/deployment/errors"
import { onLedger } from "~/effects/treasury/deployment/TreasuryHolders.server"
import { RECOVER } from "~/effects/treasury/payouts/recoverStep.server"
import { type AmountText, amountOf, Templates, Tree } from "~/ledger/index"
import { ClaimFrom } from "./Claim"
import { CLAIM } from "./claimStep.server"
import { NothingWaiting } from "./errors"

/** An account in a community. */
const Payee = Schema.Struct({ communityId: CommunityId, account: AccountAddress })
const MOST_RECORDS = 200

/** Records of claims: since when and why something waits, what wallets were asked for, and what has ended. */
const makeClaimLists = Effect.gen(function* () {
  const sql = yield* Sql

  const records = findAll({
    Request: Payee,
    Result: ClaimFrom,
    execute: ({ account, communityId }) => sql`SELECT c.*, d.title, d.number, d.finished,
          (SELECT l.account FROM prepared_transactions l WHERE l.tx_id = c.tx_id AND l.state = 'verified'
            AND l.kind = ${RECOVER}) AS recovered_by,
          (SELECT a.signers FROM approval_requests a WHERE a.tx_id = c.tx_id
            AND a.state IN ('committed', 'mismatch')) AS recovered_together FROM claims c
        LEFT JOIN distribution_rows r ON r.id = c.origin_id
        LEFT JOIN distributions d ON d.id = r.distribution_id
        WHERE c.community_id = ${communityId} AND c.account = ${account}
        ORDER BY c.available_at DESC, c.id DESC LIMIT ${MOST_RECORDS}`
  })
  /** Transactions of this account here, newest first. */
  const asked = findAll({
    Request: Schema.Struct({ ...Payee.fields, limit: Schema.Int }),
    Result: Step,
    execute: ({ account, communityId, limit }) => sql`SELECT * FROM prepared_transactions
        WHERE community_id = ${communityId} AND kind = ${CLAIM} AND account = ${account} AND state <> 'replaced'
        ORDER BY created_at DESC, id DESC LIMIT ${limit}`
  })
  const done = single({
    Request: Payee,
    Result: Schema.Struct({ n: Schema.Int }),
    execute: ({ account, communityId }) => sql`SELECT COUNT(*) AS n FROM prepared_transactions
        WHERE community_id = ${communityId} AND kind = ${CLAIM} AND account = ${account} AND state = 'verified'`
  })
  const elsewhere = findAll({
    Request: Schema.Struct({ communityId: CommunityId, accounts: Schema.Array(Schema.String) }),
    Result: Schema.Struct({ account: AccountAddress }),
    execute: ({ accounts, communityId }) => sql`SELECT DISTINCT account FROM claims
        WHERE community_id = ${communityId} AND state = 'available' AND ${sql.in("account", accounts)}`
  })

  const first = findAll({
    Request: Payee,
    Result: Schema.Struct({ id: Schema.String }),
    execute: ({ account, communityId }) => sql`SELECT id FROM claims
        WHERE account = ${account} AND community_id = ${communityId} LIMIT 1`
  })

  return {
    /** Whether something waits for it here, or did. */
    isPayee: (communityId: CommunityId, account: AccountAddress) =>
      Effect.map(first({ communityId, account }), (rows) => rows.length > 0),
    /** Newest first. */
    records: (communityId: CommunityId, account: AccountAddress) => records({ communityId, account }),
    asked: (communityId: CommunityId, account: AccountAddress, limit: number) => asked({ communityId, account, limit }),
    /** How many withdrawals were confirmed. */
    done: (communityId: CommunityId, account: AccountAddress) =>
      Effect.map(done({ communityId, account }), ({ n }) => n),
    /** Which of these accounts have claims here according to our records. */
    elsewhere: (communityId: CommunityId, accounts: ReadonlyArray<string>) =>
      accounts.length === 0
        ? Effect.succeed([])
        : Effect.map(elsewhere({ communityId, accounts }), (rows) => rows.map(({ account }) => account))
  }
})

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
