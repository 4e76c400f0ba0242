/**
 * GET /api/exports/votes: one's own votes in all communities, with where their receipts are, and what one lent and what was
 * done with it, as CSV or JSON (docs/product/publishing.md, 3.8.1). For nobody else.
 */
import { Clock, Effect } from "effect"
import { RouteArgs } from "~/effects/base/remix/RouteArgs.server"
import { Settings } from "~/effects/base/settings/Settings.server"
import { csvFile } from "~/effects/base/text/csv"
import { type OwnVote, ownReceiptPath } from "~/effects/governance/votes/OwnVote"
import { OwnVotes } from "~/effects/governance/votes/OwnVotes.server"
import { requireAccount } from "~/effects/people/wallet-session/visitor.server"

/** Nobody has voted more often. */
const MOST = 50_000

const COLUMNS = [
  "kind",
  "community",
  "number",
  "title",
  "at",
  "choice",
  "lender",
  "delegate",
  "weight",
  "use",
  "receipt"
] as const
type Line = Readonly<Record<(typeof COLUMNS)[number], string | number | null>>

const instant = (at: number | null) => (at === null ? null : new Date(at).toISOString())

const ownLine =
  (origin: string) =>
  (vote: OwnVote): Line => ({
    kind: "own",
    community: vote.community,
    number: vote.number,
    title: vote.title,
    at: instant(vote.at),
    choice: vote.words,
    lender: null,
    delegate: null,
    weight: null,
    use: null,
    receipt: `${origin}${ownReceiptPath(vote.proposal)}`
  })

export const exportOwnVotes = Effect.gen(function* () {
  const { request } = yield* RouteArgs
  const { account } = yield* requireAccount("download your votes")
  const { appOrigin } = yield* Settings
  const now = yield* Clock.currentTimeMillis
  const own = yield* OwnVotes
  const votes = yield* own.page(account, null, MOST)
  const asked = { account, community: null, now, limit: MOST, after: null }
  const [byMe, toMe] = [yield* own.lentBy(asked), yield* own.lentTo(asked)]
  const lent = [...byMe.lines, ...toMe.lines].map(
    (line): Line => ({
      kind: line.lender.account === account ? "lent" : "lent to me",
      community: line.community,
      number: line.number,
      title: line.title,
      at: instant(line.votedAt),
      choice: line.choice,
      lender: line.lender.account,
      delegate: line.delegate.account,
      weight: line.weight,
      use: line.use,
      receipt: null
    })
  )
  const lines = [...votes.map(ownLine(appOrigin)), ...lent]
  const isCsv = new URL(request.url).searchParams.get("format") === "csv"
  const body = isCsv
    ? csvFile(COLUMNS, lines)
    : `${JSON.stringify({ schema: "own-votes/1", account, madeAt: instant(now), votes: lines }, null, 1)}\n`
  return new Response(body, {
    headers: {
      "Content-Type": `${isCsv ? "text/csv" : "application/json"}; charset=utf-8`,
      "Content-Disposition": `attachment; filename="commonhold-my-votes.${isCsv ? "csv" : "json"}"`,
      "Cache-Control": "no-store"
    }
  })
})
