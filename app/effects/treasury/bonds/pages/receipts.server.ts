/** Loader of bondrecipt, and the file of a receipt (docs/product/bonds.md). */
import { Clock, Effect, Option, Schema } from "effect"
import { communityIdOf } from "~/effects/access/communityIdOf"
import type { Inside } from "~/effects/access/Inside"
import { Sql } from "~/effects/base/db/statements.server"
import { NotSignedIn, NotThere } from "~/effects/base/failures/failures"
import { RouteArgs } from "~/effects/base/remix/RouteArgs.server"
import { Settings } from "~/effects/base/settings/Settings.server"
import { qrPath } from "~/effects/base/text/qr.server"
import { known } from "~/effects/chain/ledger/known.server"
import { Ledger } from "~/effects/chain/ledger/Ledger.server"
import { inside } from "~/effects/communities/communities/inside.server"
import { CouponReceipt } from "~/effects/governance/votes/file/bondReceipt"
import { currentAccount } from "~/effects/people/wallet-session/visitor.server"
import { mayPrepare } from "~/effects/treasury/deployment/preparing.server"
import { daysSince } from "../codes"
import { NotYourReceipt } from "../errors"
import type { CouponPart, ReceiptLine, ReceiptsPage } from "../heldViews"
import type { Receipt } from "../Order"
import { ReceiptsRepo } from "../ReceiptsRepo.server"
import { SeriesRepo } from "../SeriesRepo.server"
import { cardOf } from "../view.server"
import { afterOf } from "./bonds.server"
import { insideIfReadable } from "./holder.server"

const PAGE = 20

/** The kind of receipt that an address names. */
type Asked = "purchase" | "payment" | "either"
const isAsked = (asked: Asked, kind: Receipt["kind"]) =>
  asked === "either" || (asked === "purchase") === (kind === "purchase")

/** Only the buyer or holder, and the issuer of its series, can read a receipt (docs/product/bonds.md). */
const ownReceipt = Effect.fn("bonds.ownReceipt")(function* (
  { community, communityRole }: Inside,
  id: string,
  asked: Asked
) {
  const papers = yield* ReceiptsRepo
  if (communityRole.account === null) return yield* new NotSignedIn({ action: "see this receipt" })
  const found = Option.getOrUndefined(yield* papers.find(community.id, id))
  if (found === undefined || !isAsked(asked, found.kind)) return yield* new NotThere({})
  if (found.account === communityRole.account) return found
  return (yield* known(mayPrepare(community, communityRole.account))) === true ? found : yield* new NotYourReceipt()
})

const confirmationOf = (receipt: Receipt) =>
  Effect.flatMap(Ledger, (ledger) =>
    ledger.status(receipt.txId).pipe(
      Effect.map(({ status }) => (status === "CommittedSuccess" ? ("confirmed" as const) : ("missing" as const))),
      Effect.catchTags({
        UnknownOnLedger: () => Effect.succeed("missing" as const),
        LedgerRefused: () => Effect.succeed("unknown" as const),
        GatewayDown: () => Effect.succeed("unknown" as const)
      }),
      Effect.timeoutTo({ duration: "3 seconds", onTimeout: () => "unknown" as const, onSuccess: (state) => state })
    )
  )

const Paid = Schema.parseJson(CouponReceipt)

/** The coupon's own fields are in its document. */
const couponOf = ({ document, rowState }: { readonly document: string; readonly rowState: string | null }) =>
  Effect.map(Effect.orDie(Schema.decode(Paid)(document)), ({ dueAt, paidTo, perUnit, recordVersion }) => ({
    perUnit,
    part: {
      dueAt: Date.parse(dueAt),
      recordVersion,
      paidTo,
      isTakenBack: rowState === "recovered",
      isLeft: rowState === "left"
    } satisfies CouponPart
  }))

const Perhaps = Schema.Array(Schema.Struct({ username: Schema.String }))

const single = Effect.fn("receipts.single")(function* (here: Inside, id: string, asked: Asked) {
  const receipt = yield* ownReceipt(here, id, asked)
  const coupon = receipt.kind === "coupon" ? yield* couponOf(receipt) : null
  const repo = yield* SeriesRepo
  const sql = yield* Sql
  const { appOrigin } = yield* Settings
  const now = yield* Clock.currentTimeMillis
  const { community } = here
  const series = yield* repo.findOrFail(community.id, receipt.seriesId)
  const rows = yield* Effect.orDie(
    Effect.flatMap(
      sql`SELECT username FROM users WHERE account_address = ${receipt.account} AND status = 'active'`,
      Schema.decodeUnknown(Perhaps)
    )
  )
  return {
    view: "single" as const,
    now,
    receipt: {
      id: receipt.id,
      kind: receipt.kind,
      number: receipt.number,
      code: series.code,
      units: receipt.units,
      amount: receipt.amount,
      symbol: series.symbol,
      settledAt: receipt.settledAt,
      community: { name: community.name, tagline: community.tagline, slug: community.slug, seal: community.id },
      account: receipt.account,
      name: rows[0]?.username ?? null,
      perUnit: coupon?.perUnit ?? (receipt.kind === "purchase" ? series.issuePrice : series.faceValue),
      coupon: coupon?.part ?? null,
      daysLate:
        receipt.kind === "purchase"
          ? 0
          : daysSince(coupon?.part.dueAt ?? Math.max(series.maturesAt, receipt.askedAt ?? 0), receipt.settledAt),
      txId: receipt.txId,
      stateVersion: receipt.stateVersion,
      checkCode: receipt.checkCode,
      filePath: `/api/bonds/${community.id}/receipts/${receipt.id}`,
      series: cardOf(series, now, null),
      qr: qrPath(`${appOrigin}/verify?receipt=${receipt.number}&check=${receipt.checkCode}`),
      confirmation: yield* confirmationOf(receipt)
    }
  } satisfies ReceiptsPage
})

const Line = Schema.Struct({ id: Schema.String, code: Schema.String, symbol: Schema.String })

const list = Effect.fn("receipts.list")(function* ({ community, communityRole }: Inside, url: URL) {
  const now = yield* Clock.currentTimeMillis
  if (communityRole.account === null)
    return { view: "list" as const, now, lines: [], next: null } satisfies ReceiptsPage
  const papers = yield* ReceiptsRepo
  const sql = yield* Sql
  const rows = yield* papers.page(communityRole.account, community.id, afterOf(url.searchParams.get("after")), PAGE + 1)
  const shown = rows.slice(0, PAGE)
  const named =
    shown.length === 0
      ? []
      : yield* Effect.orDie(
          Effect.flatMap(
            sql`SELECT id, code, symbol FROM bond_series WHERE ${sql.in("id", [...new Set(shown.map(({ seriesId }) => seriesId))])}`,
            Schema.decodeUnknown(Schema.Array(Line))
          )
        )
  const last = rows.length > PAGE ? shown[PAGE - 1] : undefined
  const lines = shown.map(({ amount, id, kind, number, seriesId, settledAt, units }): ReceiptLine => {
    const series = named.find((each) => each.id === seriesId)
    return { id, kind, number, units, amount, settledAt, code: series?.code ?? "", symbol: series?.symbol ?? "" }
  })
  return {
    view: "list" as const,
    now,
    lines,
    next: last === undefined ? null : `${last.settledAt}~${last.id}`
  } satisfies ReceiptsPage
})

export const bondreciptPage = Effect.gen(function* () {
  const { request } = yield* RouteArgs
  const here = yield* inside
  const url = new URL(request.url)
  const purchase = url.searchParams.get("purchase")
  const id = purchase ?? url.searchParams.get("payment")
  const page: ReceiptsPage =
    id === null ? yield* list(here, url) : yield* single(here, id, purchase === null ? "payment" : "purchase")
  return page
})

/** GET /api/bonds/{community}/receipts/{receipt}: the file that /verify checks. */
export const receiptFile = Effect.gen(function* () {
  const { params } = yield* RouteArgs
  const here = yield* insideIfReadable
  const account = yield* currentAccount
  const id = params.receipt ?? ""
  const papers = yield* ReceiptsRepo
  const { document, number } = Option.isSome(here)
    ? yield* ownReceipt(here.value, id, "either")
    : yield* Effect.mapError(
        Effect.flatMap(
          Effect.flatMap(communityIdOf(params.id), (of) => papers.find(of, id)),
          Option.filter((each) => Option.contains(account, each.account))
        ),
        () => new NotThere({})
      )
  return new Response(`${document}\n`, {
    headers: {
      "Content-Type": "application/json; charset=utf-8",
      "Content-Disposition": `attachment; filename="${number}.json"`
    }
  })
})
