/**
 * A treasury that opens for two of three signers, on a real local ledger: what wallets would sign is signed with keys
 * of the test.
 */
import { bytesToHex } from "@noble/hashes/utils.js"
import { Effect, Layer, Option } from "effect"
import type { Community } from "~/effects/access/Community"
import { AmountText } from "~/effects/base/amounts/AmountText"
import { WorkQueue } from "~/effects/base/jobs/WorkQueue.server"
import { Ledger } from "~/effects/chain/ledger/Ledger.server"
import { keyBadge } from "~/effects/chain/ledger/signedParts"
import { TransactionChecks } from "~/effects/chain/prepared-transactions/TransactionChecks.server"
import { CommunitiesRepo } from "~/effects/communities/communities/CommunitiesRepo.server"
import { ruleText } from "~/effects/treasury/deployment/roles"
import { onLedger, TreasuryHolders } from "~/effects/treasury/deployment/TreasuryHolders.server"
import { ApprovalRequestsRepo } from "~/effects/treasury/multisig/ApprovalRequestsRepo.server"
import { Approvals } from "~/effects/treasury/multisig/Approvals.server"
import { MultisigLive } from "~/effects/treasury/multisig/layers.server"
import { Proposing, type WantedPayment } from "~/effects/treasury/multisig/Proposing.server"
import { Protecting } from "~/effects/treasury/multisig/Protecting.server"
import { Requests } from "~/effects/treasury/multisig/Requests.server"
import { RequestWorker } from "~/effects/treasury/multisig/RequestWorker.server"
import { makeSignerWatch } from "~/effects/treasury/multisig/SignerWatch.server"
import { encodeTransaction, renderManifest, type Signer, Templates } from "~/ledger/index"
import type { Database } from "../../../databases"
import { accountOf, signedRequest, signedV1, signer } from "../../../ledger/signing"
import { ADA, ada, FAUCET } from "../../chain/ledger/transactions"
import { world as bondsWorld, deployed, fund, hereOf, withRelayer, XRD } from "../bonds/world"
import { garden } from "../deployment/world"

export { balance, hereOf, XRD } from "../bonds/world"

export const world = (database: Database, given = withRelayer) =>
  MultisigLive.pipe(Layer.provideMerge(bondsWorld(database, given)))

/** Ada holds `#1#`, Bea `#2#`, Cas `#3#`; Dan comes later, and Eve never. */
export const [bea, cas, dan, eve] = [signer(131), signer(132), signer(133), signer(134)] as const
export { ada } from "../../chain/ledger/transactions"
export const signers = [ada, bea, cas] as const
export const NUMBERS = ["#1#", "#2#", "#3#"]

/** Signs and submits outside this site; returns nothing. */
export const submit = (manifest: string, ...signers: ReadonlyArray<Signer>) =>
  Effect.gen(function* () {
    const ledger = yield* Ledger
    const { epoch } = yield* ledger.currentState()
    const window = { startEpoch: BigInt(epoch), endEpoch: BigInt(epoch) + 90n }
    const text = `CALL_METHOD Address("${FAUCET}") "lock_fee" Decimal("20");\n${manifest}`
    yield* ledger.submit(encodeTransaction({ kind: "notarizedV1", body: signedV1(text, signers, window) }))
  })

const placeOf = (community: Community) => Effect.orDie(onLedger(community))

/** Another admin badge, made with Ada's. */
export const giveBadge = (community: Community, to: Signer, id: string) =>
  Effect.gen(function* () {
    const { badge } = yield* placeOf(community)
    const admin = { account: ADA, badge, id: "#1#" }
    const more = { id, name: `Signer ${id}`, role: "signer", iconUrl: "https://commons.example/icon.png" }
    yield* submit(renderManifest(Templates.addAdmin({ admin, account: accountOf(to), ...more })), ada)
  })

/** Deployed, with 10,000 XRD in the treasury and a badge for each of three people; one badge opens it. */
export const open = Effect.gen(function* () {
  const community = yield* deployed(garden)
  yield* fund(community.treasuryAccount ?? "")
  yield* giveBadge(community, bea, "#2#")
  yield* giveBadge(community, cas, "#3#")
  return community
})

/** Prepared as the page does, signed by Ada, and reported. */
export const protect = (
  community: Community,
  ids: ReadonlyArray<string> = NUMBERS,
  needed = 2,
  keys?: ReadonlyMap<string, string>
) =>
  Effect.gen(function* () {
    const protecting = yield* Protecting
    const step = yield* protecting.prepare(hereOf(community), { ids, needed, keys })
    const checks = yield* TransactionChecks
    const ledger = yield* Ledger
    const { epoch } = yield* ledger.currentState()
    const text = `CALL_METHOD Address("${FAUCET}") "lock_fee" Decimal("20");\n${step.manifest}`
    const window = { startEpoch: BigInt(epoch), endEpoch: BigInt(epoch) + 90n }
    const payload = encodeTransaction({ kind: "notarizedV1", body: signedV1(text, [ada], window) })
    yield* ledger.submit(payload)
    const { intentHashOf } = yield* Effect.promise(() => import("~/effects/local/gateway/failOnPurpose.server"))
    return yield* checks.report(step, yield* intentHashOf(payload))
  })

export const signing = (needed = 2, ids: ReadonlyArray<string> = NUMBERS) =>
  Effect.gen(function* () {
    const community = yield* open
    yield* protect(community, ids, needed)
    return community
  })

/** The badge of each, by which the forms name who signs. */
const BADGES = new Map([
  [ada, "#1#"],
  [bea, "#2#"],
  [cas, "#3#"],
  [dan, "#4#"]
])
const badgeOf = (who: Signer) => BADGES.get(who) ?? ""

/** The id under which a key counts. */
export const keyIdOf = ({ publicKey }: Signer) => keyBadge(publicKey)
export const hexOf = ({ publicKey }: Signer) => bytesToHex(publicKey.bytes)
/** Keys as a form sends them, by badge. */
export const keysOf = (...signers: ReadonlyArray<Signer>) => new Map(signers.map((who) => [badgeOf(who), hexOf(who)]))

/** The rule counts the keys of Ada, Bea and Cas instead of their badges. */
export const countedByKeys = (needed = 2) =>
  Effect.gen(function* () {
    const community = yield* open
    yield* protect(community, NUMBERS, needed, keysOf(ada, bea, cas))
    return community
  })

/** Both kinds of rules, for what holds under each. */
export const rules = [
  ["badges", signing],
  ["keys", countedByKeys]
] as const
/** The rule of Ada, Bea and Cas as an escrow stores it. */
export const ruleStored = (kind: "badges" | "keys") =>
  ruleText({ ids: kind === "badges" ? NUMBERS : signers.map(keyIdOf), needed: 2 })

export const as = (community: Community, who: Signer) => hereOf(community, accountOf(who))

export const wanted: WantedPayment = {
  resource: XRD,
  amount: AmountText.make("420"),
  payee: accountOf(eve),
  reason: "Pump repair",
  vote: null,
  sign: ["#2#", "#3#"]
}

/** Bea and Cas are asked to sign it, unless others are. */
export const propose = (community: Community, by: Signer = ada, changes: Partial<WantedPayment> = {}) =>
  Effect.flatMap(Proposing, (proposing) => proposing.payment(as(community, by), { ...wanted, ...changes }))

export const ask = (community: Community, by: Signer, requestId: string) =>
  Effect.flatMap(Approvals, (approvals) => approvals.ask(as(community, by), requestId))

type Asked = Effect.Effect.Success<ReturnType<typeof ask>>

/** A wallet's response that signs the request under the header it came with. */
export const signRequest = (asked: Pick<Asked, "header" | "manifest" | "message">, ...by: ReadonlyArray<Signer>) =>
  bytesToHex(encodeTransaction({ kind: "signedPartial", body: signedRequest(asked, ...by) }))

export const accept = (community: Community, by: Signer, requestId: string, partId: string, signed: string) =>
  Effect.flatMap(Approvals, (approvals) => approvals.accept(as(community, by), requestId, partId, signed))

/** Requests the signature, signs in the wallet and submits it. */
export const approve = (community: Community, by: Signer, requestId: string) =>
  Effect.gen(function* () {
    const asked = yield* ask(community, by, requestId)
    const signed = signRequest(asked, by)
    const request = yield* accept(community, by, requestId, asked.partId, signed)
    return { ...asked, signed, act: request }
  })

/** Asks others to sign it, as the page offers it to every signer. */
export const askOthers = (community: Community, by: Signer, requestId: string, ...sign: ReadonlyArray<string>) =>
  Effect.flatMap(Requests, (requests) => requests.askOthers(as(community, by), requestId, sign))

/** Asks these signers to sign it, in place of the default ones. */
export const askedOf = (community: Community, requestId: string, ...signers: ReadonlyArray<Signer>) =>
  Effect.gen(function* () {
    const requests = yield* ApprovalRequestsRepo
    const request = yield* requests.findOrFail(community.id, requestId)
    const sign = signers.map(badgeOf)
    const isAnyOf = request.request?.needed !== undefined
    const isAsked = isAnyOf || sign.every((id) => request.signers.some((seat) => seat.id === id))
    if (!isAsked) yield* askOthers(community, signers[0] ?? ada, requestId, ...sign)
    return yield* requests.findOrFail(community.id, requestId)
  })

/** These two are asked, and both sign. */
export const approvedBy = (community: Community, requestId: string, one: Signer, last: Signer) =>
  Effect.gen(function* () {
    yield* askedOf(community, requestId, one, last)
    yield* approve(community, one, requestId)
    return yield* approve(community, last, requestId)
  })

export const refuse = (community: Community, by: Signer, requestId: string, reason = "There is one quote only.") =>
  Effect.flatMap(Approvals, (approvals) => approvals.refuse(as(community, by), requestId, reason))

export const minute = RequestWorker.minute

/** Reads where the badges are, as each hour. */
export const badgesChecked = Effect.flatMap(makeSignerWatch, ({ hour }) => hour).pipe(
  Effect.provide(Layer.merge(CommunitiesRepo.Default, WorkQueue.Default))
)

export const ruleOf = (community: Community) =>
  Effect.gen(function* () {
    const holders = yield* TreasuryHolders
    return Option.getOrNull(yield* holders.signers(yield* placeOf(community)))
  })

export const heldBy = (community: Community, who: Signer) =>
  Effect.gen(function* () {
    const holders = yield* TreasuryHolders
    const { badge } = yield* placeOf(community)
    return yield* holders.badges(badge, accountOf(who))
  })
