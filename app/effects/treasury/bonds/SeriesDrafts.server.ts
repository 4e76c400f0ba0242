/** Drafts of series: saved, changed and discarded until their terms are frozen (docs/product/bonds.md). */
import { Clock, Effect, Option, Schema } from "effect"
import type { Community, CommunityId } from "~/effects/access/Community"
import type { AccountAddress } from "~/effects/base/addresses/addresses"
import { Sql } from "~/effects/base/db/statements.server"
import { NotThere } from "~/effects/base/failures/failures"
import { atomically } from "~/effects/base/limits/atomically.server"
import { PreparedTransactions } from "~/effects/chain/prepared-transactions/PreparedTransactions.server"
import { CannotUndo, decodedRow } from "~/effects/communities/undo/Removals.server"
import type { Restore } from "~/effects/communities/undo/Restorers.server"
import { codeFor, stemOf } from "./codes"
import { BatchRefused, StaleSeries, wrongSeriesState } from "./errors"
import type { CheckedForm } from "./forms"
import { issueKey } from "./manifests"
import { isEditable, type Series } from "./Series"
import { SeriesRepo } from "./SeriesRepo.server"

/** Initial values of every series. */
const untouched = {
  state: "draft",
  termsDigest: null,
  proposalId: null,
  bondResource: null,
  issueTxId: null,
  collateralFrom: null,
  sold: 0,
  settledUnits: 0,
  redeemedUnits: 0,
  lastRedeemedAt: null,
  longestWaitMs: null,
  lateSince: null,
  defaultedAt: null,
  endedReason: null,
  notifiedEnding: 0,
  notifiedMaturity: 0,
  notifiedLate: null,
  notifiedCollateral: 0,
  version: 1
} as const satisfies Partial<Series>

const unsecured = { collateral: null, collateralSymbol: null, collateralAmount: null, graceDays: null } as const

const decodeDiscarded = decodedRow(Schema.Struct({ id: Schema.String, code: Schema.String }))

export const makeSeriesDrafts = Effect.gen(function* () {
  const sql = yield* Sql
  const repo = yield* SeriesRepo
  const steps = yield* PreparedTransactions

  /** Discards a transaction or request to issue the old draft, since the terms have changed. */
  const dropAsked = Effect.fnUntraced(function* (id: string) {
    const step = Option.getOrUndefined(yield* steps.alive(issueKey(id)))
    if (step?.state === "waiting") yield* steps.drop(step)
  })

  /** A draft keeps its code while its year of maturity stays the same. */
  const chooseCode = Effect.fnUntraced(function* (
    community: Community,
    { id, terms }: CheckedForm,
    before: Series | null
  ) {
    const taken = (yield* repo.codes(community.id)).filter((each) => each.id !== id).map(({ code }) => code)
    const year = String(new Date(terms.maturesAt).getUTCFullYear())
    const stored = before?.code.includes(`-${year}`) === true ? before.code : undefined
    const code = stored ?? codeFor(stemOf(community.tokenSymbol, community.slug), terms.maturesAt, taken)
    return code ?? (yield* new BatchRefused({ message: "No codes are left for that year." }))
  })

  /** Saves a new draft, or the next version of one; returns its code. */
  const save = Effect.fn("SeriesDrafts.save")(function* (
    community: Community,
    author: AccountAddress,
    form: CheckedForm
  ) {
    const { id, terms, version } = form
    yield* repo.turn(`codes:${community.id}`)
    const before = Option.getOrNull(yield* repo.find(id))
    if (before !== null && before.communityId !== community.id) return yield* new NotThere({})
    if (before !== null && !isEditable(before.state)) return yield* wrongSeriesState(before, "changing it")
    if ((before?.version ?? 0) !== version) {
      return yield* new StaleSeries({ stored: { name: before?.name ?? "", version: String(before?.version ?? 0) } })
    }
    if (before !== null) yield* dropAsked(id)
    const code = yield* chooseCode(community, form, before)
    const now = yield* Clock.currentTimeMillis
    if (before === null) {
      yield* repo.insert({
        ...unsecured,
        ...terms,
        ...untouched,
        id,
        communityId: community.id,
        code,
        author,
        createdAt: now,
        updatedAt: now
      })
      return code
    }
    const moved = yield* repo.move(id, ["draft"], { ...terms, code })
    return Option.isSome(moved) ? code : yield* wrongSeriesState(before, "changing it")
  }, atomically(sql))

  const discard = Effect.fn("SeriesDrafts.discard")(function* (communityId: CommunityId, id: string) {
    const series = yield* repo.findOrFail(communityId, id)
    yield* dropAsked(id)
    const bondSeries = yield* repo.remove(id)
    return bondSeries.length > 0 ? { bondSeries } : yield* wrongSeriesState(series, "discarding it")
  }, atomically(sql))

  /** Undoes `discard`. What a wallet or the signers were asked stays withdrawn. */
  const restore: Restore = Effect.fn("SeriesDrafts.restore")(function* ({ community }, { bondSeries: removed = [] }) {
    const [row] = removed
    const { code, id } = yield* decodeDiscarded(row)
    yield* repo.turn(`codes:${community.id}`)
    if (Option.isSome(yield* repo.find(id))) return yield* new CannotUndo({ why: "This draft has been saved again." })
    if (Option.isSome(yield* repo.byCode(community.id, code))) {
      return yield* new CannotUndo({ why: `Another draft has the code ${code} now.` })
    }
    yield* repo.restore({ ...row })
  })

  return { save, discard, restore }
})
