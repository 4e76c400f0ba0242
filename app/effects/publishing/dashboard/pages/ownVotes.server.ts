/**
 * GET /api/exports/votes: the account's own votes in all communities with the addresses of their receipts, and its
 * delegations with the ballots that used them, as CSV or JSON (docs/product/publishing.md). Available to that account
 * only.
 */
import { Clock, Effect, Stream } from "effect"
import type { AccountAddress } from "~/effects/base/addresses/addresses"
import { AT_ONCE, pageOf, readInPages } from "~/effects/base/jobs/inParts"
import { csvInParts, downloadInParts, jsonInParts } from "~/effects/base/remix/download.server"
import { RouteArgs } from "~/effects/base/remix/RouteArgs.server"
import { Settings } from "~/effects/base/settings/Settings.server"
import type { DelegatedVoteLine, DelegatedVotePage } from "~/effects/governance/votes/delegated/DelegatedVoteLine"
import { type OwnVote, ownReceiptPath } from "~/effects/governance/votes/OwnVote"
import { type AfterVote, OwnVotes } from "~/effects/governance/votes/OwnVotes.server"
import { requireAccount } from "~/effects/people/wallet-session/visitor.server"

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

const delegatedLine =
  (account: AccountAddress) =>
  (line: DelegatedVoteLine): Line => ({
    kind: line.delegator.account === account ? "lent" : "delegated to me",
    community: line.community,
    number: line.number,
    title: line.title,
    at: instant(line.votedAt),
    choice: line.choice,
    lender: line.delegator.account,
    delegate: line.delegate.account,
    weight: line.weight,
    use: line.use,
    receipt: null
  })

export const exportOwnVotes = Effect.gen(function* () {
  const { request } = yield* RouteArgs
  const { account } = yield* requireAccount("download your votes")
  const { appOrigin } = yield* Settings
  const now = yield* Clock.currentTimeMillis
  const own = yield* OwnVotes
  const votes = readInPages<Line, AfterVote | null, never, never>(null, (after) =>
    Effect.map(own.page(account, after, AT_ONCE), (found) => {
      const { next } = pageOf(found, AT_ONCE, ({ at, proposal }) => ({ at, id: proposal }))
      return { rows: found.map(ownLine(appOrigin)), next }
    })
  )
  const delegated = (read: (typeof own)["delegatedBy"]) =>
    readInPages<Line, DelegatedVotePage["next"], never, never>(null, (after) =>
      Effect.map(read({ account, community: null, now, limit: AT_ONCE, after }), ({ lines, next }) => ({
        rows: lines.map(delegatedLine(account)),
        next
      }))
    )
  const lines = votes.pipe(Stream.concat(delegated(own.delegatedBy)), Stream.concat(delegated(own.delegatedTo)))
  const isCsv = new URL(request.url).searchParams.get("format") === "csv"
  const text = isCsv
    ? csvInParts(COLUMNS, lines)
    : Stream.concat(
        jsonInParts({ schema: "own-votes/1", account, madeAt: instant(now) }, "votes", lines),
        Stream.make("\n")
      )
  return yield* downloadInParts(text, {
    name: "commonhold-my-votes",
    isCsv,
    headers: { "Cache-Control": "no-store" }
  })
})
