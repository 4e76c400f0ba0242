/** Helpers for bonds of a multisig treasury: requested as the page does, and approved by two signers. */
import { Effect, TestClock } from "effect"
import type { Community } from "~/effects/access/Community"
import { Bonds } from "~/effects/treasury/bonds/Bonds.server"
import { BondEscrows } from "~/effects/treasury/bonds/escrow/BondEscrows.server"
import { isOnLedger } from "~/effects/treasury/bonds/manifests"
import type { Direction } from "~/effects/treasury/bonds/Order"
import type { SeriesTerms } from "~/effects/treasury/bonds/Series"
import { Collateral } from "~/effects/treasury/bonds/secured/Collateral.server"
import { requirePrepared } from "~/effects/treasury/deployment/preparing.server"
import type { TransactionRequest } from "~/effects/treasury/multisig/ApprovalRequest"
import { SignerAccess } from "~/effects/treasury/multisig/SignerAccess.server"
import { TransactionRequests } from "~/effects/treasury/multisig/TransactionRequests.server"
import type { Signer } from "~/ledger/index"
import { ADA, minute, SERIES, seriesNow, terms } from "../bonds/world"
import { ada, approvedBy, as, askedOf, bea, cas, type rules, signing } from "./world"

const about = { series: SERIES, code: "GRD-1970A", title: terms.name }

const propose = (
  community: Community,
  by: Signer,
  {
    kind,
    step
  }: { readonly kind: TransactionRequest["kind"]; readonly step: Effect.Effect.Success<ReturnType<Bonds["prepare"]>> }
) =>
  Effect.gen(function* () {
    const here = as(community, by)
    const signer = yield* (yield* SignerAccess).requireWithinRules(here, "propose it")
    const requests = yield* TransactionRequests
    const request = yield* requests.propose(here, signer, { kind, step, run: about, amounts: [], digest: null })
    return yield* askedOf(community, request.id, bea, cas)
  })

export const treasuryFor = (community: Community, by: Signer) => requirePrepared(as(community, by), "issue bonds")

/** A draft of a series, sent to the signers. */
export const issueAsked = (community: Community, changes: Partial<SeriesTerms> = {}, by: Signer = ada) =>
  Effect.gen(function* () {
    const bonds = yield* Bonds
    yield* bonds.saveDraft(community, ADA, { id: SERIES, version: 0, terms: { ...terms, ...changes } })
    return yield* issueAgain(community, by)
  })

export const issueAgain = (community: Community, by: Signer = ada) =>
  Effect.gen(function* () {
    const step = yield* (yield* Bonds).prepare(yield* treasuryFor(community, by), community, SERIES, null)
    return yield* propose(community, by, { kind: "issue", step })
  })

export const fundAsked = (
  community: Community,
  direction: Direction = "buy",
  units: number | null = null,
  by: Signer = ada
) =>
  Effect.gen(function* () {
    const treasury = yield* treasuryFor(community, by)
    const step = yield* (yield* BondEscrows).fundEscrow(treasury, community.id, SERIES, direction, units)
    return yield* propose(community, by, { kind: "parking", step })
  })

export const backAsked = (community: Community, direction: Direction = "buy", by: Signer = ada) =>
  Effect.gen(function* () {
    const treasury = yield* treasuryFor(community, by)
    const step = yield* (yield* BondEscrows).takeBack(treasury, community.id, SERIES, direction)
    return yield* propose(community, by, { kind: "back", step })
  })

/** The collateral of the bonds in the treasury. */
export const releaseAsked = (community: Community, by: Signer = ada) =>
  Effect.gen(function* () {
    const treasury = yield* treasuryFor(community, by)
    const series = yield* Effect.filterOrDieMessage(seriesNow(), isOnLedger, "it has no resource")
    const step = yield* (yield* Collateral).release(treasury, community, series)
    return yield* propose(community, by, { kind: "collateral", step })
  })

/** Two are asked, and both sign. */
export const bothApprove = (community: Community, requestId: string, one: Signer = bea, last: Signer = cas) =>
  approvedBy(community, requestId, one, last)

/** A treasury of two of three signers with a series that they issued, whose sale is open. */
export const multisigSale = (changes: Partial<SeriesTerms> = {}, under: (typeof rules)[number][1] = signing) =>
  Effect.gen(function* () {
    const community = yield* under()
    const request = yield* issueAsked(community, changes)
    yield* bothApprove(community, request.id)
    yield* TestClock.setTime(terms.saleOpensAt)
    yield* minute
    return community
  })

/** Escrow for the sale, approved by two. */
export const signersEscrow = (community: Community, direction: Direction = "buy", units: number | null = null) =>
  Effect.flatMap(fundAsked(community, direction, units), ({ id }) => bothApprove(community, id))
