/** Delegations of members, signed by their wallets. */
import { SqlClient } from "@effect/sql"
import { Effect, Option } from "effect"
import { CommunitiesRepo } from "~/effects/communities/communities/CommunitiesRepo.server"
import { Delegations } from "~/effects/governance/delegations/Delegations.server"
import type { DelegationValues } from "~/effects/governance/delegations/delegationForm"
import { DELEGATED_KINDS } from "~/effects/governance/votes/delegated/Delegation"
import { rolaHash } from "~/effects/people/wallet-session/proof/rola"
import { HOUR, NAMES, TODAY, voter } from "../proposals/world"
import { testSite } from "../votes/world"

export const DAY = 24 * HOUR
export const day = (ms: number) => new Date(ms).toISOString().slice(0, 10)
export const NEXT_MONTH = day(TODAY + 30 * DAY)

export const valuesOf = (to: string, more: Partial<DelegationValues> = {}): DelegationValues => ({
  to: NAMES.some((name) => name === to) || PEOPLE.includes(to) ? voter(to).account : to,
  kinds: ["decision", "spending", "rule", "election"],
  until: NEXT_MONTH,
  ...more
})
export const PEOPLE = [...NAMES, "Fay", "Gus", "Hal", "Ida", "Jon"]

export const communityOf = (id: string) =>
  Effect.flatMap(CommunitiesRepo, (repo) =>
    Effect.map(repo.findById(id, null), (found) => Option.getOrThrow(found).community)
  )

export const signed = (id: string, name: string, values: DelegationValues) =>
  Effect.gen(function* () {
    const delegations = yield* Delegations
    const { account, key } = voter(name)
    const lending = { community: yield* communityOf(id), account, values }
    const { delegation, digest } = yield* delegations.prepare(lending)
    const signature = {
      publishAt: Date.parse(delegation.madeAt),
      nonce: delegation.nonce,
      proof: {
        curve: "curve25519" as const,
        publicKey: Buffer.from(key.publicKey).toString("hex"),
        signature: Buffer.from(key.sign(rolaHash(digest, testSite))).toString("hex")
      }
    }
    return { lending, signature, digest }
  })

export const delegateVote = (id: string, from: string, to: string, more: Partial<DelegationValues> = {}) =>
  Effect.gen(function* () {
    const delegations = yield* Delegations
    const { digest, lending, signature } = yield* signed(id, from, valuesOf(to, more))
    yield* delegations.delegate(lending, signature)
    return digest
  })

const AT_ONCE = 200
/** In chunks, so that no statement has more values than a database accepts. */
const inParts = (table: string, rows: ReadonlyArray<Record<string, string | number | null>>) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    for (let at = 0; at < rows.length; at += AT_ONCE) {
      yield* sql`INSERT INTO ${sql(table)} ${sql.insert(rows.slice(at, at + AT_ONCE))}`
    }
  })

/** Accounts of people with profiles who are members since long ago, by number. */
export const crowd = (communityId: string, size: number) =>
  Effect.gen(function* () {
    const accounts = Array.from({ length: size }, (_, at) => `account_tdx_2_${String(at).padStart(50, "0")}`)
    const then = { createdAt: TODAY, updatedAt: TODAY }
    yield* inParts(
      "users",
      accounts.map((accountAddress, at) => ({
        accountAddress,
        username: `Member ${at}`,
        usernameKey: `member ${at}`,
        email: `${at}@example.org`,
        emailKey: `${at}@example.org`,
        bio: "",
        displayImage: "/files/a/-/preview/1000x562/",
        tags: "[]",
        workHistory: "[]",
        newsletter: 0,
        lastSeenAt: TODAY,
        ...then
      }))
    )
    yield* inParts(
      "memberships",
      accounts.map((accountAddress, at) => ({
        communityId,
        accountAddress,
        role: "member",
        status: "active",
        weight: 1,
        joinedAt: TODAY - 100 * HOUR,
        nameKey: `member ${at}`,
        notifications: "all",
        ...then
      }))
    )
    return accounts
  })

/** A delegation of each of them to one member, as rows with signatures that nobody reads. */
export const delegatedByAll = (
  communityId: string,
  accounts: ReadonlyArray<string>,
  delegate: string,
  madeAt: number
) =>
  Effect.gen(function* () {
    const untilAt = madeAt + 30 * DAY
    const lines = accounts.map((delegator, at) => ({ delegator, digest: String(at).padStart(64, "0") }))
    yield* inParts(
      "delegations",
      lines.map(({ digest, delegator }) => ({
        digest,
        communityId,
        seq: 1,
        delegator,
        delegate,
        kinds: "all",
        untilAt,
        signed: "{}",
        madeAt,
        endedAt: null
      }))
    )
    yield* inParts(
      "active_delegations",
      lines.flatMap(({ digest, delegator }) =>
        DELEGATED_KINDS.map((kind) => ({ communityId, delegator, kind, delegate, digest, madeAt, untilAt }))
      )
    )
  })

/** The same, frozen in an open vote. */
export const frozenOfAll = (proposalId: string, accounts: ReadonlyArray<string>, delegate: string) =>
  Effect.gen(function* () {
    yield* inParts(
      "voters",
      accounts.map((accountAddress) => ({ proposalId, accountAddress, weight: "1" }))
    )
    const sql = yield* SqlClient.SqlClient
    const [vote] = yield* sql<{ readonly communityId: string; readonly closesAt: number }>`SELECT community_id,
      closes_at FROM proposals WHERE id = ${proposalId}`
    yield* inParts(
      "vote_delegations",
      accounts.map((delegator, at) => ({
        proposalId,
        communityId: vote?.communityId ?? "",
        closesAt: vote?.closesAt ?? 0,
        delegator,
        delegate,
        digest: String(at).padStart(64, "0"),
        signed: "{}"
      }))
    )
  })
