/**
 * The terms of a series as one canonical document: a vote decides on it, the resource on the ledger names its SHA-256,
 * and anybody can fetch and hash it. Pure.
 */
import { sha256 } from "@noble/hashes/sha2.js"
import { bytesToHex, utf8ToBytes } from "@noble/hashes/utils.js"
import { NETWORK_ID } from "~/effects/base/settings/networks"
import { canonical } from "~/effects/base/text/canonical"
import { amountOf, formatAmount } from "~/ledger/index"
import { type Plan, scheduleOf } from "./arithmetic"
import { type Series, type SeriesTerms, settleBy } from "./Series"
import { promisedFrom, securityOf } from "./secured/secured"

export const planOf = (terms: SeriesTerms): Plan => ({
  faceValue: amountOf(terms.faceValue),
  issuePrice: amountOf(terms.issuePrice),
  issuedAt: terms.saleClosesAt,
  maturesAt: terms.maturesAt,
  divisibility: terms.divisibility,
  coupon:
    terms.couponRatePct === null || terms.couponEvery === null
      ? null
      : { ratePct: amountOf(terms.couponRatePct), every: terms.couponEvery }
})

const iso = (at: number) => new Date(at).toISOString()

export type Identified = SeriesTerms & Pick<Series, "id" | "communityId" | "code">

/** Only of secured bonds, so that the terms of every other series keep their hash. */
const securityIn = (series: Identified) => {
  const security = securityOf(series)
  if (security === null) return {}
  const { amount, graceDays, resource, symbol } = security
  const collateral = { resource, symbol, perBond: amount }
  return { secured: { collateral, graceDays, from: iso(promisedFrom(series.maturesAt, security)) } }
}

const termsDocument = (series: Identified) => ({
  schema: securityOf(series) === null ? "bond-terms/1" : "bond-terms/2",
  networkId: NETWORK_ID,
  community: series.communityId as string, // plain string, for JSON
  series: series.id,
  code: series.code,
  name: series.name,
  purpose: series.purpose,
  variant: series.variant,
  currency: { resource: series.currency, symbol: series.symbol, divisibility: series.divisibility },
  faceValue: series.faceValue,
  issuePrice: series.issuePrice,
  units: series.units,
  couponRatePct: series.couponRatePct,
  couponEvery: series.couponEvery,
  audience: series.audience,
  minPerBuyer: series.minPerBuyer,
  maxPerBuyer: series.maxPerBuyer,
  minRaiseUnits: series.minRaiseUnits,
  saleOpensAt: iso(series.saleOpensAt),
  saleClosesAt: iso(series.saleClosesAt),
  settleMode: series.settleMode,
  settleBy: iso(settleBy(series)),
  issueDate: iso(series.saleClosesAt),
  maturesAt: iso(series.maturesAt),
  schedule: scheduleOf(planOf(series)).map(({ dueAt, kind, perUnit }) => ({
    dueAt: iso(dueAt),
    kind,
    perUnit: formatAmount(perUnit)
  })),
  reserveAccount: series.reserveAccount,
  ...securityIn(series)
})

export const termsText = (series: Identified): string => canonical(termsDocument(series))

/** SHA-256 of the canonical form, hex; `terms_hash` in docs/ledger.md. */
export const termsDigest = (series: Identified): string => bytesToHex(sha256(utf8ToBytes(termsText(series))))
