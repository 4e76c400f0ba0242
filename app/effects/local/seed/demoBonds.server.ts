/**
 * The demonstration's bond: Riverside Garden's GRD series, issued, ordered and settled by running the real flows with
 * its people's keys. Its sale ends some minutes after the start; from then on it runs. Local mode only.
 */
import { bytesToHex } from "@noble/hashes/utils.js"
import { Clock, Effect, Option } from "effect"
import {
  buildSubintent,
  compileManifest,
  encodeTransaction,
  renderManifest,
  signPartial,
  Templates,
  wellKnown
} from "~/ledger/index"
import { Bonds } from "../../bonds/Bonds.server"
import { makeLifeCycle } from "../../bonds/lifeCycle.server"
import { DAY_MS } from "../../bonds/limits"
import { Sales } from "../../bonds/Sales.server"
import type { SeriesTerms } from "../../bonds/Series"
import { SeriesRepo } from "../../bonds/SeriesRepo.server"
import { Settlements } from "../../bonds/Settlements.server"
import { CommunitiesRepo } from "../../communities/CommunitiesRepo.server"
import { Ledger } from "../../ledger/Ledger.server"
import { StepChecks } from "../../ledger-steps/StepChecks.server"
import { NETWORK_ID } from "../../networks"
import { randomToken } from "../../random.server"
import { demoAccount } from "./accounts"
import { demoCommunityId } from "./DemoSeed.server"
import { demoSigner, sendAs } from "./demoTransactions.server"

const ID = "grdseriesaaa"
const OWNER = "Marta Lindqvist"
const BUYERS = [
  ["Joaquim Teles", 30],
  ["Sofia Brandt", 15],
  ["Amir Haddad", 40]
] as const
const SALE_LEFT_MS = 4 * 60_000
const EPOCHS = 100n

const termsAt = (now: number, treasury: string): SeriesTerms => ({
  name: "Rain tanks for the upper beds",
  purpose:
    "Four tanks of a thousand litres catch the roof's rain for the upper beds. What the garden saves on water in a year pays the bond back, and the tanks stay.",
  variant: "zero",
  currency: wellKnown("xrd", NETWORK_ID),
  symbol: "XRD",
  divisibility: 18,
  faceValue: "100",
  issuePrice: "92",
  units: 120,
  couponRatePct: null,
  couponEvery: null,
  audience: "public",
  minPerBuyer: 5,
  maxPerBuyer: 50,
  minRaiseUnits: 0,
  saleOpensAt: now - 13 * DAY_MS,
  saleClosesAt: Math.floor((now + SALE_LEFT_MS) / 1000) * 1000,
  settleMode: "rolling",
  maturesAt: Math.floor(now / DAY_MS) * DAY_MS + 280 * DAY_MS,
  reserveAccount: treasury
})

/** As a wallet signs a pre-authorization. */
const signedPart = (name: string, manifest: string, expiration: number) =>
  Effect.gen(function* () {
    const ledger = yield* Ledger
    const { epoch } = yield* ledger.currentState()
    const header = {
      networkId: NETWORK_ID,
      startEpoch: BigInt(epoch),
      endEpoch: BigInt(epoch) + EPOCHS * 20n,
      minTimestamp: Option.none(),
      maxTimestamp: Option.some(BigInt(expiration)),
      discriminator: BigInt(`0x${(yield* randomToken).slice(0, 15)}`)
    }
    const compiled = yield* compileManifest(manifest, { kind: "subintent", networkId: NETWORK_ID })
    const body = yield* signPartial(buildSubintent(header, compiled), [demoSigner(name)])
    return bytesToHex(encodeTransaction({ kind: "signedPartial", body }))
  })

export const issueGardenBond = Effect.gen(function* () {
  const bonds = yield* Bonds
  const sales = yield* Sales
  const settlements = yield* Settlements
  const checks = yield* StepChecks
  const series = yield* SeriesRepo
  const repo = yield* CommunitiesRepo
  const found = yield* repo.findById(demoCommunityId("riverside-garden"), null)
  if (found._tag === "None" || found.value.community.stage !== "deployed") return
  if (Option.isSome(yield* series.find(ID))) return
  const { community } = found.value
  const now = yield* Clock.currentTimeMillis
  const account = demoAccount(OWNER)
  const { governance, name, stage, treasuryAccount } = community
  const here = {
    community: { ...community, governance: { ...governance, bondsNeedVote: false } },
    standing: {
      account,
      hasProfile: true,
      now,
      community: { name, stage, proposerRole: governance.proposerRole },
      membership: null
    }
  }
  yield* bonds.saveDraft(community, account, { id: ID, version: 0, terms: termsAt(now, treasuryAccount ?? "") })
  const step = yield* bonds.issue(here, ID)
  yield* checks.report(step, yield* sendAs([OWNER], step.manifest))
  yield* Effect.flatten(makeLifeCycle)
  for (const [buyer, units] of BUYERS) {
    const who = { communityId: community.id, account: demoAccount(buyer) }
    yield* sendAs([buyer], renderManifest(Templates.fromFaucet(who.account, NETWORK_ID)))
    const asked = yield* sales.prepare({ ...who, seriesId: ID, direction: "buy", units })
    yield* sales.accept(who, asked.orderId, yield* signedPart(buyer, asked.manifest, asked.expiration))
  }
  const batch = yield* settlements.prepare(here, ID, "buy")
  yield* settlements.sign(here, batch.batchId, yield* signedPart(OWNER, batch.manifest, batch.expiration))
}).pipe(Effect.withSpan("issueGardenBond"))
