/**
 * The action of a vote of the Open Maps Fund: one payment from its treasury, which has the money by then. For the past
 * vote it was executed, signed with the owner's key and confirmed from the ledger like any other. Local mode only.
 */
import { Effect, Either, Option } from "effect"
import { NETWORK_ID } from "~/effects/base/settings/networks"
import { TransactionChecks } from "~/effects/chain/prepared-transactions/TransactionChecks.server"
import { CommunitiesRepo } from "~/effects/communities/communities/CommunitiesRepo.server"
import { manifestAction } from "~/effects/governance/proposals/action.server"
import { Executions } from "~/effects/governance/proposals/Executions.server"
import { ProposalsRepo } from "~/effects/governance/proposals/ProposalsRepo.server"
import { onLedger, TreasuryHolders } from "~/effects/treasury/deployment/TreasuryHolders.server"
import { renderManifest, Templates, wellKnown } from "~/ledger/index"
import { demoAccount } from "./accounts"
import { idOf } from "./bringVotes.server"
import { demoCommunityId } from "./DemoSeed.server"
import { sendAs } from "./demoTransactions.server"
import type { DemoVote } from "./demoVotes"

const FUND = "open-maps"
const OWNER = "Ines Carvalho"

interface Payment {
  /** The name of the recipient. */
  readonly to: string
  /** XRD. */
  readonly amount: string
}
export const forSurvey: Payment = { to: "Gus Whitfield", amount: "4800" }
export const forPrinting: Payment = { to: "Mei Castellano", amount: "900" }

/** The vote's action; null while the fund is not on the ledger. */
export const fundPayment = Effect.fn("fundPayments.fundPayment")(function* ({ amount, to }: Payment) {
  const communities = yield* CommunitiesRepo
  const found = Option.getOrNull(yield* communities.findById(demoCommunityId(FUND), null))
  if (found === null) return null
  const place = onLedger(found.community)
  const admin = yield* TreasuryHolders.holder(found.community, demoAccount(OWNER))
  if (Option.isNone(place) || Option.isNone(admin)) return null
  const { treasury } = place.value
  const { account, badge, id } = admin.value
  const xrd = wellKnown("xrd", NETWORK_ID)
  const manifest = `CALL_METHOD Address("${account}") "create_proof_of_non_fungibles" Address("${badge}") Array<NonFungibleLocalId>(NonFungibleLocalId("${id}"));
CALL_METHOD Address("${treasury}") "withdraw" Address("${xrd}") Decimal("${amount}");
TAKE_FROM_WORKTOP Address("${xrd}") Decimal("${amount}") Bucket("payment");
CALL_METHOD Address("${demoAccount(to)}") "try_deposit_or_abort" Bucket("payment") Enum<0u8>();
`
  const action = yield* Effect.orDie(Either.mapLeft(manifestAction(manifest), (words) => new Error(words)))
  return { action, fill: sendAs([OWNER], renderManifest(Templates.fromFaucet(treasury, NETWORK_ID))) }
})

/** Executes a passed vote: the owner signs its action, and the ledger confirms it. */
export const carryOut = Effect.fn("fundPayments.carryOut")(function* (vote: DemoVote) {
  const repo = yield* ProposalsRepo
  const executions = yield* Executions
  const checks = yield* TransactionChecks
  const found = yield* repo.findById(demoCommunityId(vote.slug), idOf(vote), null)
  if (Option.isNone(found) || found.value.status !== "awaitingExecution") return
  const step = yield* executions.begin(found.value, demoAccount(OWNER))
  yield* checks.report(step, yield* sendAs([OWNER], step.manifest))
})
