/**
 * GET /community/detail/{id}/lending: lending one's vote, what one lent and what was done with it, who lends to one, and
 * what one says of oneself (docs/product/votes.md, "Lent votes").
 */
import { Clock, Effect, Option } from "effect"
import { lentLimitOf } from "~/effects/access/lending"
import { permissions } from "~/effects/access/permissions"
import { explain } from "~/effects/access/rules"
import { RouteArgs } from "~/effects/base/remix/RouteArgs.server"
import { inside } from "~/effects/communities/communities/inside.server"
import { OwnVotes } from "~/effects/governance/votes/OwnVotes.server"
import { personOf } from "~/effects/people/users/people.server"
import { type DelegateRow, Delegates } from "../Delegates.server"
import { type Loan, LoansRepo } from "../LoansRepo.server"
import { dayOf, lastDay } from "../loanForm"
import type { DelegateView, LendingPage, LoanView } from "../views"
import { OFF } from "../words"

const PAGE = 10
const MOST_VOTES = 50
const DAY_MS = 86_400_000

/** "12~account_…": the last of the page before. */
const readAfter = (text: string | null) => {
  const [, uses, account] = /^(\d{1,9})~(account_[a-z0-9_]{40,100})$/.exec(text ?? "") ?? []
  return uses === undefined || account === undefined ? null : { uses: Number(uses), account }
}

const delegateView = (row: DelegateRow): DelegateView => ({
  person: personOf(row.account, row),
  statement: row.statement ?? "",
  uses: row.uses,
  lenders: row.lenders
})

/** Rows of one delegation, a row for each kind, as one line. */
const loanViews = (loans: ReadonlyArray<Loan>, account: string): ReadonlyArray<LoanView> => {
  const byDigest = new Map<string, LoanView>()
  for (const { delegate, digest, kind, lender, name, untilAt } of loans) {
    const known = byDigest.get(digest)
    const person = (of: string) => ({ account: of, name: of === account ? null : name, picture: null })
    byDigest.set(digest, {
      digest,
      lender: person(lender),
      delegate: person(delegate),
      kinds: [...(known?.kinds ?? []), kind],
      untilAt
    })
  }
  return [...byDigest.values()]
}

export const lendingPage = Effect.gen(function* () {
  const { request } = yield* RouteArgs
  const here = yield* inside
  const { searchParams } = new URL(request.url)
  const now = yield* Clock.currentTimeMillis
  const { id: community } = here.community
  const account = here.standing.account ?? ""
  const q = (searchParams.get("q") ?? "").trim().slice(0, 60)
  const delegates = yield* Delegates
  const repo = yield* LoansRepo
  const { lent: recordOf } = yield* OwnVotes
  const asked = { community, account, q, now, after: readAfter(searchParams.get("after")), limit: PAGE + 1 }
  const { listed, own } = yield* delegates.page(asked)
  const loans = yield* repo.between(community, account, now)
  const limitPct = lentLimitOf(here.community.governance)
  const may = permissions.post(here.standing)
  const last = listed[PAGE - 1]
  return {
    account,
    communityId: community,
    now,
    limitPct,
    weightMode: here.community.governance.weightMode,
    obstacle: limitPct === 0 ? OFF : may.ok ? null : explain(may),
    q,
    delegates: listed.slice(0, PAGE).map(delegateView),
    after: q === "" && listed.length > PAGE && last !== undefined ? `${last.uses}~${last.account}` : null,
    own: Option.getOrNull(
      Option.map(own, ({ accepts, statement, uses }) => ({ accepts: accepts === 1, statement: statement ?? "", uses }))
    ),
    lent: loanViews(
      loans.filter(({ lender }) => lender === account),
      account
    ),
    toMe: loanViews(
      loans.filter(({ delegate }) => delegate === account),
      account
    ),
    record: yield* recordOf(account, community, now, MOST_VOTES),
    firstDay: dayOf(now + DAY_MS),
    lastDay: lastDay(now)
  } satisfies LendingPage
})
