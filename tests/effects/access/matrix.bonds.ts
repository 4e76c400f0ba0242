/** Access to bonds. The communities here are not deployed: those who may spend from a treasury get a 409. */
import {
  type Entry,
  everybody,
  inBoth,
  moderators,
  owner,
  page,
  post,
  type Stage,
  signedIn,
  withProfile
} from "./cells"

const detail = "_wallet.community.detail.$id"
const REFUSED = 422
const NOT_THERE = 404
const DEPLOY_FIRST = 409
const with_ = (more: Readonly<Record<string, string>>) => ({ params: ({ id }: Stage) => ({ id, ...more }) })
const ofSlug = { query: ({ slug }: Stage) => `?community=${slug}` }
const ofBond = { params: ({ slug }: Stage) => ({ slug, code: "GRD-2027A" }), ok: NOT_THERE }
const json = { json: () => ({}) }
const ordering = (direction: "buy" | "redeem") => ({
  json: () => ({ series: "nothing", direction, units: 1, hasRead: true })
})

export const bondRows: Readonly<Record<string, Entry>> = {
  [`${detail}.bondissue.tsx`]: [
    ...inBoth("GET", moderators),
    ...post("review", moderators, DEPLOY_FIRST),
    ...post("discard", moderators, DEPLOY_FIRST),
    ...post("propose", owner, NOT_THERE),
    ...post("take-back", owner, NOT_THERE)
  ],
  [`${detail}.bondissued.tsx`]: [
    ...page(),
    ...post("withdraw", signedIn, NOT_THERE),
    ...post("cancel", signedIn, DEPLOY_FIRST),
    ...post("coupon", signedIn, DEPLOY_FIRST),
    ...post("fund-escrow", signedIn, DEPLOY_FIRST),
    ...post("discard-funding", signedIn, DEPLOY_FIRST),
    ...post("withdraw-escrow", signedIn, DEPLOY_FIRST),
    ...post("retry-escrow", signedIn, DEPLOY_FIRST),
    ...post("withdraw-by-wallet", signedIn, DEPLOY_FIRST)
  ],
  [`${detail}.bondrecipt.tsx`]: [
    ...page(),
    ...inBoth("GET", signedIn, { what: "a receipt", ok: NOT_THERE, query: () => "?purchase=nothing" }),
    ...inBoth("GET", signedIn, { what: "a payment's receipt", ok: NOT_THERE, query: () => "?payment=nothing" })
  ],
  [`${detail}.purchasedbond.tsx`]: page(),
  "_site.explore.$slug.bonds.$code.tsx": inBoth("GET", everybody, ofBond),
  "api.v1.communities.$slug.bonds.$code.ts": inBoth("GET", everybody, ofBond),
  "api.exports.bonds.ts": inBoth("GET", everybody, ofSlug),
  "api.exports.receipts.ts": inBoth("GET", signedIn, ofSlug),
  "api.bonds.$id.orders._index.ts": [
    ...inBoth("POST", withProfile, { ok: REFUSED, ...json }),
    ...inBoth("POST", withProfile, { what: "buy", ok: NOT_THERE, ...ordering("buy") }),
    ...inBoth("POST", signedIn, { what: "redeem", ok: NOT_THERE, ...ordering("redeem") })
  ],
  "api.bonds.$id.orders.$order.ts": inBoth("POST", signedIn, {
    ok: REFUSED,
    ...json,
    ...with_({ order: "nothing" })
  }),
  "api.bonds.$id.batches._index.ts": inBoth("POST", signedIn, { ok: DEPLOY_FIRST, ...json }),
  "api.bonds.$id.batches.$batch.ts": [
    ...inBoth("GET", signedIn, { ok: DEPLOY_FIRST, ...with_({ batch: "nothing" }) }),
    ...inBoth("POST", signedIn, { ok: DEPLOY_FIRST, ...json, ...with_({ batch: "nothing" }) })
  ],
  "api.bonds.$id.issue.ts": inBoth("POST", owner, { ok: REFUSED, ...json }),
  "api.bonds.$id.collateral.ts": inBoth("POST", signedIn, { ok: REFUSED, ...json }),
  "api.bonds.$id.calendar.$code.ts": inBoth("GET", everybody, { ok: NOT_THERE, ...with_({ code: "GRD-2027A.ics" }) }),
  "api.bonds.$id.terms.$code.ts": inBoth("GET", everybody, { ok: NOT_THERE, ...with_({ code: "GRD-2027A" }) }),
  "api.bonds.$id.receipts.$receipt.ts": inBoth("GET", signedIn, { ok: NOT_THERE, ...with_({ receipt: "nothing" }) }),
  "api.bonds.$id.mine[.]csv.ts": inBoth("GET", signedIn),
  "api.bonds.$id.mine[.]ics.ts": inBoth("GET", signedIn)
}
