/**
 * GET /community/detail/{id}/delegations: make a delegation, see how it was used, who delegates to the reader, and the
 * reader's statement (docs/product/votes.md).
 */
import { Clock, Effect, Option } from "effect"
import { delegationLimitOf } from "~/effects/access/delegation"
import { requireSignedIn } from "~/effects/access/must"
import { permissions, roleNow } from "~/effects/access/permissions"
import { explain } from "~/effects/access/rules"
import type { AccountAddress } from "~/effects/base/addresses/addresses"
import { RouteArgs } from "~/effects/base/remix/RouteArgs.server"
import { inside } from "~/effects/communities/communities/inside.server"
import { QUERY_LENGTH, readCursor } from "~/effects/communities/members/query"
import { OwnVotes } from "~/effects/governance/votes/OwnVotes.server"
import { personOf } from "~/effects/people/users/people.server"
import { type DelegateRow, Delegates } from "../Delegates.server"
import { type DelegationKey, type DelegationRow, DelegationsRepo } from "../DelegationsRepo.server"
import { dayOf, lastDay } from "../delegationForm"
import type { DelegateView, DelegationsPage, DelegationView, TurnedList } from "../views"
import { OFF } from "../words"

/** Members to choose from on one page; the other lists have `LINES` lines. */
const PAGE = 10
const LINES = 20
const DAY_MS = 86_400_000

/** "1790000000000~…": time and hash of the last delegation on the previous page. */
const readDelegationKey = (text: string | null): DelegationKey | null => {
  const [, at, digest] = /^(\d{1,15})~([0-9a-f]{64})$/.exec(text ?? "") ?? []
  return at === undefined || digest === undefined ? null : { madeAt: Number(at), digest }
}

const delegateView = (row: DelegateRow): DelegateView => ({
  person: personOf(row.account, row),
  statement: row.statement ?? "",
  uses: row.uses,
  delegators: row.delegators
})

/** Merges the rows of one delegation, one for each kind, into one line. */
const delegationViews = (
  loans: ReadonlyArray<DelegationRow>,
  account: AccountAddress
): ReadonlyArray<DelegationView> => {
  const byHash = new Map<string, DelegationView>()
  for (const { delegate, digest, isSuspended, kind, delegator, name, untilAt } of loans) {
    const known = byHash.get(digest)
    const person = (of: AccountAddress) => ({ account: of, name: of === account ? null : name, picture: null })
    byHash.set(digest, {
      digest,
      delegator: person(delegator),
      delegate: person(delegate),
      kinds: [...(known?.kinds ?? []), kind],
      untilAt,
      isSuspended: isSuspended === 1
    })
  }
  return [...byHash.values()]
}

const lists: ReadonlyArray<TurnedList> = ["from", "done", "used"]

/** A page of the delegations to this reader. */
const pageOfDelegations = (rows: ReadonlyArray<DelegationRow>, account: AccountAddress) => {
  const loans = delegationViews(rows, account)
  const last = loans.length > LINES ? rows.findLast(({ digest }) => digest === loans[LINES - 1]?.digest) : undefined
  return { loans: loans.slice(0, LINES), next: last === undefined ? null : `${last.madeAt}~${last.digest}` }
}

export const delegationsPage = Effect.gen(function* () {
  const { request } = yield* RouteArgs
  const here = yield* inside
  const { searchParams } = new URL(request.url)
  const now = yield* Clock.currentTimeMillis
  const { id: community } = here.community
  const account = yield* requireSignedIn(here.communityRole, "delegate your vote")
  const q = (searchParams.get("q") ?? "").trim().slice(0, QUERY_LENGTH.max)
  const delegates = yield* Delegates
  const loans = yield* DelegationsRepo
  const record = yield* OwnVotes
  const asked = {
    community,
    account,
    q,
    now,
    after: readCursor(q === "" ? "longest" : "name", searchParams.get("after")),
    limit: PAGE + 1
  }
  const { listed, own } = yield* delegates.page(asked)
  const from = readDelegationKey(searchParams.get("from"))
  const { delegated, toThem } = yield* loans.between(community, account, now, LINES + 1, from)
  const limitPct = delegationLimitOf(here.community.governance)
  const may = permissions.post(here.communityRole)
  const last = listed.length > PAGE ? listed[PAGE - 1] : undefined
  const pageOf = (name: TurnedList) => ({ account, community, now, limit: LINES, after: searchParams.get(name) })
  return {
    account,
    communityId: community,
    now,
    limitPct,
    weightMode: here.community.governance.weightMode,
    obstacle: limitPct === 0 ? OFF : may.ok ? null : explain(may),
    q,
    delegates: listed.slice(0, PAGE).map(delegateView),
    after: last === undefined ? null : `${q === "" ? last.uses : last.nameKey}~${last.account}`,
    own: Option.getOrNull(
      Option.map(own, ({ accepts, statement, uses }) => ({ accepts: accepts === 1, statement: statement ?? "", uses }))
    ),
    isUnable: roleNow(here.communityRole) === null,
    delegated: delegationViews(delegated, account),
    toMe: {
      delegators: Option.getOrElse(
        Option.map(own, ({ delegators }) => delegators),
        () => 0
      ),
      ...pageOfDelegations(toThem, account)
    },
    done: yield* record.delegatedBy(pageOf("done")),
    used: yield* record.delegatedTo(pageOf("used")),
    turned: lists.find((name) => searchParams.has(name)) ?? null,
    firstDay: dayOf(now + DAY_MS),
    lastDay: lastDay(now)
  } satisfies DelegationsPage
})
