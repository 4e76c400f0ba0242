/**
 * Delegations: prepared, signed by the delegator's wallet, stored, and revoked (docs/votes.md). A vote that opens
 * freezes the delegations that are in force at that moment.
 */
import { Clock, Duration, Effect, Schema } from "effect"
import { Proof } from "~/connector/index"
import { type Community, CommunityId } from "~/effects/access/Community"
import { delegationLimitOf } from "~/effects/access/delegation"
import { Notifications } from "~/effects/activity/notifications/Notifications.server"
import { AccountAddress } from "~/effects/base/addresses/addresses"
import { findAll, Sql } from "~/effects/base/db/statements.server"
import { InvalidFields, WrongState } from "~/effects/base/failures/failures"
import { atomically } from "~/effects/base/limits/atomically.server"
import { NETWORK_ID } from "~/effects/base/settings/networks"
import { randomToken } from "~/effects/base/text/random.server"
import { delegationDigest, kindsOf, SignedDelegation } from "~/effects/governance/votes/delegated/Delegation"
import { limitOf } from "~/effects/governance/votes/delegated/delegatedWeight"
import { formatVotes, readVotes, showVotes } from "~/effects/governance/votes/weight"
import { AccountSuspensions } from "~/effects/people/suspension/AccountSuspensions.server"
import { ProofRefused } from "~/effects/people/wallet-session/errors"
import { Statements } from "~/effects/people/wallet-session/proof/Statements.server"
import { DelegationsRepo } from "./DelegationsRepo.server"
import { type DelegationValues, delegationOf, delegationProblems } from "./delegationForm"
import { DelegationRefused, DelegationTooOld } from "./errors"
import { delegationsPath, kindsInWords, OFF } from "./words"

const SIGNED_LIFE = Duration.toMillis("5 minutes") // docs/product/votes.md
const NONCE_DIGITS = 32

/** What the page sends after the wallet has signed. */
export const DelegationSignature = Schema.Struct({
  publishAt: Schema.Int.pipe(Schema.between(0, 9e12)),
  nonce: Schema.String.pipe(Schema.pattern(/^[0-9a-f]{32}$/)),
  proof: Proof
})
export type DelegationSignature = typeof DelegationSignature.Type

const Borrower = Schema.Struct({ account: AccountAddress, name: Schema.NullOr(Schema.String), accepts: Schema.Int })
const Held = Schema.Struct({
  kind: Schema.String,
  weight: Schema.String,
  members: Schema.Int,
  allWeight: Schema.String
})
const isSigned = Schema.decodeUnknownOption(SignedDelegation)

/** A delegation that an account wants to make in a community. */
export interface DelegatingState {
  readonly community: Community
  readonly account: AccountAddress
  readonly values: DelegationValues
}

export class Delegations extends Effect.Service<Delegations>()("governance/delegations/Delegations", {
  dependencies: [DelegationsRepo.Default, Statements.Default, AccountSuspensions.Default],
  effect: Effect.gen(function* () {
    const sql = yield* Sql
    const repo = yield* DelegationsRepo
    const notifications = yield* Notifications
    const statements = yield* Statements
    const suspensions = yield* AccountSuspensions

    const borrower = findAll({
      Request: Schema.Struct({ community: CommunityId, to: Schema.String }),
      Result: Borrower,
      execute: ({ community, to }) => sql`SELECT m.account_address AS account, u.username AS name,
          COALESCE(d.accepts, 1) AS accepts FROM memberships m
        JOIN users u ON u.account_address = m.account_address AND u.status = 'active'
        LEFT JOIN delegates d ON d.community_id = m.community_id AND d.account_address = m.account_address
        WHERE m.community_id = ${community} AND m.account_address = ${to} AND m.status = 'active'`
    })
    /**
     * Voting power delegated to an account now, by kind. Only for modes in which weights are known before a vote opens.
     */
    const held = findAll({
      Request: Schema.Struct({
        community: CommunityId,
        to: Schema.String,
        from: Schema.String,
        now: Schema.Number,
        isAssigned: Schema.Boolean
      }),
      Result: Held,
      execute: ({ community, from, isAssigned, now, to }) => {
        const weight = isAssigned ? sql`COALESCE(m.weight, 0)` : sql`1`
        return sql`SELECT l.kind, CAST(SUM(${weight}) AS TEXT) AS weight,
            (SELECT COUNT(*) FROM memberships a WHERE a.community_id = ${community} AND a.status = 'active') AS members,
            (SELECT CAST(SUM(${isAssigned ? sql`a.weight` : sql`1`}) AS TEXT) FROM memberships a
              WHERE a.community_id = ${community} AND a.status = 'active') AS all_weight
          FROM active_delegations l JOIN memberships m ON m.community_id = l.community_id AND m.account_address = l.delegator
            AND m.status = 'active' AND m.joined_at <= l.made_at
          JOIN memberships t ON t.community_id = l.community_id AND t.account_address = l.delegate
            AND t.joined_at <= l.made_at
          WHERE l.community_id = ${community} AND l.delegate = ${to} AND l.delegator <> ${from} AND l.until_at > ${now}
          GROUP BY l.kind`
      }
    })

    const wrong = (fields: Readonly<Record<string, string>>) => new InvalidFields({ fields })

    /** Refuses a delegation of which nothing would count, because the delegate is already at the limit. */
    const requireRoom = ({ account, community, values }: DelegatingState, name: string, now: number) =>
      Effect.gen(function* () {
        const { weightMode } = community.governance
        if (weightMode !== "member" && weightMode !== "assigned") return
        const rows = yield* held({
          community: community.id,
          to: values.to,
          from: account,
          now,
          isAssigned: weightMode === "assigned"
        })
        for (const { allWeight, kind, members, weight } of rows) {
          const limitPct = delegationLimitOf(community.governance)
          const snapshot = {
            eligibleCount: members,
            eligibleWeight: allWeight,
            delegations: { count: 1, digest: "", limitPct }
          }
          const limit = limitOf({ weightMode, snapshot })
          const isMeant = values.kinds.some((wanted) => wanted === kind)
          if (!isMeant || limit === null || readVotes(weight) < limit) continue
          return yield* wrong({
            to: `${name} holds ${showVotes(readVotes(weight))} of at most ${formatVotes(limit)} delegated votes on ${kindsInWords([kind])} already, so yours would not be used. Choose another member, or other kinds.`
          })
        }
      })

    /** Checks everything that a delegation requires; runs before it is signed and again before it is stored. */
    const check = (lending: DelegatingState, now: number) =>
      Effect.gen(function* () {
        const { account, community, values } = lending
        if (delegationLimitOf(community.governance) === 0) return yield* new DelegationRefused({ message: OFF })
        const problems = delegationProblems(values, account, now)
        if (Object.keys(problems).length > 0) return yield* wrong(problems)
        const [found] = yield* borrower({ community: community.id, to: values.to })
        if (found === undefined) {
          return yield* wrong({ to: "This account is not a member here. Choose a member of this community." })
        }
        const name = found.name ?? "This member"
        if ((yield* suspensions.heldAmong([values.to])).size > 0) {
          return yield* wrong({ to: `${name} is suspended on this site and cannot vote. Choose another member.` })
        }
        if (found.accepts === 0)
          return yield* wrong({ to: `${name} does not accept delegations. Choose another member.` })
        const onward = yield* repo.onward({ community: community.id, account: found.account, now, kinds: values.kinds })
        if (onward.includes(account)) {
          return yield* wrong({
            to: `This would make a circle: ${name} delegates to you, or to someone who does. Delegated votes cannot be passed on, so nobody's vote would count. Choose another member, or vote yourself.`
          })
        }
        yield* requireRoom(lending, name, now)
        const own = yield* repo.delegatedBy(community.id, account, now)
        const same = values.kinds.filter((kind) =>
          own.some(
            (loan) =>
              loan.kind === kind &&
              loan.delegate === values.to &&
              new Date(loan.untilAt).toISOString().startsWith(values.until)
          )
        )
        if (same.length === values.kinds.length) {
          return yield* wrong({ to: `You have already delegated exactly this to ${name}. Nothing was changed.` })
        }
        return found.account
      })

    const build = (
      lending: DelegatingState,
      to: AccountAddress,
      about: { readonly madeAt: number; readonly nonce: string }
    ) =>
      Effect.gen(function* () {
        const { account, community, values } = lending
        const latest = yield* repo.latest(community.id, account)
        const delegation = delegationOf(
          { ...values, to },
          {
            ...about,
            networkId: NETWORK_ID,
            community: community.id,
            from: account,
            supersedes: latest?.digest ?? null
          }
        )
        return { delegation, digest: delegationDigest(delegation), seq: (latest?.seq ?? 0) + 1 }
      })

    /** Returns what the delegator's wallet has to sign; valid for five minutes. */
    const prepare = Effect.fn("Delegations.prepare")(function* (lending: DelegatingState) {
      const now = yield* Clock.currentTimeMillis
      const to = yield* check(lending, now)
      const nonce = (yield* randomToken).slice(0, NONCE_DIGITS)
      const { delegation, digest } = yield* build(lending, to, { madeAt: now, nonce })
      return { delegation, digest }
    })

    /** Stores the same signed delegation once. */
    const store = (lending: DelegatingState, signed: SignedDelegation) =>
      Effect.gen(function* () {
        const { account, community } = lending
        const { delegation, digest } = signed
        yield* repo.withLock(community.id)
        if (yield* repo.isStored(community.id, account, delegation.nonce)) return
        const to = yield* check(lending, yield* Clock.currentTimeMillis)
        const about = { madeAt: Date.parse(delegation.madeAt), nonce: delegation.nonce }
        const now = yield* build(lending, to, about)
        // If another delegation was stored in between, `supersedes` of the signed one no longer names the latest.
        if (now.digest !== digest) return yield* new ProofRefused()
        yield* repo.add(signed, now.seq)
        yield* notifications.notify({
          to: [delegation.to],
          type: "delegation",
          communityId: community.id,
          target: `${delegationsPath(community.id)}#to-you`,
          text: `A member of ${community.name} delegated their vote to you on ${kindsInWords(kindsOf(delegation.kinds))}.`,
          importance: "normal"
        })
      }).pipe(atomically(sql))

    /**
     * Stores a signed delegation. A repeated request returns the first response. Reads the account's owner keys from
     * the ledger before taking the community's lock, because votes that open wait for that lock.
     */
    const delegate = Effect.fn("Delegations.delegate")(function* (
      lending: DelegatingState,
      signature: DelegationSignature
    ) {
      const { account, community } = lending
      const { nonce, proof, publishAt } = signature
      if (yield* repo.isStored(community.id, account, nonce)) return
      const now = yield* Clock.currentTimeMillis
      if (publishAt > now || now - publishAt >= SIGNED_LIFE) return yield* new DelegationTooOld()
      const to = yield* check(lending, now)
      const { delegation, digest } = yield* build(lending, to, { madeAt: publishAt, nonce })
      yield* statements.check({ account, digest, proof })
      const { curve, publicKey, signature: signed } = proof
      const line = isSigned({ delegation, digest, proof: { curve, publicKey, signature: signed } })
      if (line._tag === "None") return yield* new DelegationTooOld()
      yield* store(lending, line.value)
    })

    /**
     * Revokes what is in force of one delegation, and returns the open votes that froze it. Open votes keep what they
     * froze. The community's lock orders this against openings: a vote that opens first is in the result, one that
     * opens later does not freeze the delegation.
     */
    const withdraw = Effect.fn("Delegations.withdraw")(function* (
      community: CommunityId,
      account: AccountAddress,
      digest: string
    ) {
      const now = yield* Clock.currentTimeMillis
      yield* repo.withLock(community)
      const gone = yield* repo.withdraw(community, account, digest, now)
      if (!gone) return yield* new WrongState({ thing: "delegation", state: "not in force", action: "revoking it" })
      return yield* repo.openVotes(community, account, digest, now)
    }, atomically(sql))

    return { prepare, delegate, withdraw }
  })
}) {}
