/**
 * Creates rows by a rule: who is selected, their weights, and how the pool is shared (docs/product/votes.md,
 * docs/product/treasury.md).
 */
import { Effect, Option, Schema } from "effect"
import type { Community } from "~/effects/access/Community"
import { AccountAddress } from "~/effects/base/addresses/addresses"
import { isPayableAccount } from "~/effects/base/addresses/payableAccount"
import { findAll, Sql } from "~/effects/base/db/statements.server"
import { Ledger } from "~/effects/chain/ledger/Ledger.server"
import { orGatewayDown } from "~/effects/chain/ledger/orGatewayDown"
import { readVotes, weightOf } from "~/effects/governance/votes/weight"
import type { OnLedger } from "~/effects/treasury/deployment/TreasuryHolders.server"
import { amountOf, formatAmount } from "~/ledger/index"
import type { PayRule } from "./Distribution"
import { RowsWrong } from "./errors"
import { MOST_ROWS } from "./limits"
import type { PayLine } from "./list/payList"
import { type Shared, shareAmount, shareByWeight, shareEqually } from "./list/shares"

interface Counted {
  readonly account: string
  /** Decimal text. */
  readonly weight: string
}
interface Listed {
  readonly people: ReadonlyArray<Counted>
  readonly record: { readonly version: number; readonly at: number } | null
}

const Member = Schema.Struct({ account: AccountAddress, weight: Schema.Int })
const Voter = Schema.Struct({ account: Schema.String, weight: Schema.NullOr(Schema.String) })

/** Without a known weight there is no share. */
const known = <A>(found: Option.Option<A>, message: string) =>
  Option.match(found, { onNone: () => new RowsWrong({ message }), onSome: Effect.succeed })

const members = (community: Community, role: string | null) =>
  Effect.gen(function* () {
    const sql = yield* Sql
    const find = findAll({
      Request: Schema.Void,
      Result: Member,
      execute: () => sql`SELECT account_address AS account, weight FROM memberships
        WHERE ${sql.and([
          sql`community_id = ${community.id} AND status = 'active'`,
          ...(role === null ? [] : [sql`role = ${role}`])
        ])} ORDER BY account_address LIMIT ${MOST_ROWS + 1}`
    })
    return yield* find()
  })

/** Weights by the community's own way of counting; token balances are read from the ledger. */
const weighed = (community: Community, place: OnLedger, people: ReadonlyArray<typeof Member.Type>, rule: PayRule) =>
  Effect.gen(function* () {
    const { weightMode } = community.governance
    const byToken = rule.how === "weight" && (weightMode === "token" || weightMode === "sqrt")
    if (!byToken) {
      const counted = people.map(({ account, weight }) => ({
        account,
        weight: weightOf(weightMode === "assigned" ? "assigned" : "member", { assigned: weight, balance: "0" })
      }))
      return { people: counted, record: null } satisfies Listed
    }
    const token = yield* known(
      Option.fromNullable(place.token),
      "This community counts votes by token and has no token yet."
    )
    const ledger = yield* Ledger
    const accounts = people.map(({ account }) => account)
    const { byAccount, time } = yield* orGatewayDown(ledger.balancesOf(token, accounts))
    const counted = people.map(({ account, weight }) => ({
      account,
      weight: weightOf(weightMode, { assigned: weight, balance: byAccount.get(account) ?? "0" })
    }))
    return { people: counted, record: { version: time.stateVersion, at: Date.parse(time.at) } } satisfies Listed
  })

const voters = (community: Community, number: string) =>
  Effect.gen(function* () {
    const sql = yield* Sql
    const find = findAll({
      Request: Schema.Void,
      Result: Voter,
      execute: () => sql`SELECT v.account_address AS account, v.weight AS weight FROM voters v
        JOIN proposals p ON p.id = v.proposal_id
        WHERE p.community_id = ${community.id} AND p.number = ${Number(number)} AND v.voted_at IS NOT NULL
        ORDER BY v.account_address LIMIT ${MOST_ROWS + 1}`
    })
    const found = yield* find()
    if (found.length === 0) return yield* new RowsWrong({ message: `Nobody voted on proposal ${number}.` })
    const people = found.map(({ account, weight }) => ({ account, weight: weight ?? "1" }))
    return { people, record: null } satisfies Listed
  })

const holders = (place: OnLedger) =>
  Effect.gen(function* () {
    const token = yield* known(
      Option.fromNullable(place.token),
      "This community has no token whose holders could be paid."
    )
    const ledger = yield* Ledger
    const found = yield* orGatewayDown(ledger.holders(token))
    const people = found.holders
      .filter(({ address }) => address !== place.treasury && isPayableAccount(address))
      .map(({ address, amount }) => ({ account: address, weight: amount }))
    return { people, record: { version: found.time.stateVersion, at: Date.parse(found.time.at) } } satisfies Listed
  })

const shareOut = (rule: PayRule, people: ReadonlyArray<Counted>, divisibility: number): Shared => {
  const pool = amountOf(rule.pool)
  const accounts = people.map(({ account }) => account)
  if (rule.how === "amount") return shareAmount(pool, accounts)
  if (rule.how === "equal") return shareEqually(pool, accounts, divisibility)
  const weights = people.map(({ account, weight }) => [account, readVotes(weight)] as const)
  return shareByWeight(pool, weights, divisibility)
}

/** Returns lines like those of a list, so that both pass the same checks. */
export const ruleRows = Effect.fn("ruleRows")(function* (
  community: Community,
  place: OnLedger,
  rule: PayRule,
  divisibility: number
) {
  const listed: Listed = yield* rule.who === "holders"
    ? holders(place)
    : rule.who === "voters"
      ? voters(community, rule.which)
      : Effect.flatMap(members(community, rule.who === "role" ? rule.which : null), (people) =>
          weighed(community, place, people, rule)
        )
  const { remainder, shares } = shareOut(rule, listed.people, divisibility)
  if (shares.length === 0) return yield* new RowsWrong({ message: "This rule pays nobody." })
  const lines = shares.map(
    ({ account, amount }, index): PayLine => ({ line: index + 1, account, amount: formatAmount(amount), note: "" })
  )
  return { lines, remainder: formatAmount(remainder), record: listed.record }
})
