/**
 * What runs if the Open Maps Fund's vote passes: one payment from its treasury, which holds the money by then. Local
 * mode only.
 */
import { Effect, Either, Option } from "effect"
import { NETWORK_ID } from "~/effects/base/settings/networks"
import { CommunitiesRepo } from "~/effects/communities/communities/CommunitiesRepo.server"
import { manifestAction } from "~/effects/governance/proposals/action.server"
import { onLedger, TreasuryHolders } from "~/effects/treasury/deployment/TreasuryHolders.server"
import { renderManifest, Templates, wellKnown } from "~/ledger/index"
import { demoAccount } from "./accounts"
import { demoCommunityId } from "./DemoSeed.server"
import { sendAs } from "./demoTransactions.server"

const FUND = "open-maps"
const OWNER = "Ines Carvalho"
const SURVEYOR = "Gus Whitfield"
const AMOUNT = "4800"

/** The vote's action; null while the fund is not on the ledger. */
export const surveyPayment = Effect.gen(function* () {
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
CALL_METHOD Address("${treasury}") "withdraw" Address("${xrd}") Decimal("${AMOUNT}");
TAKE_FROM_WORKTOP Address("${xrd}") Decimal("${AMOUNT}") Bucket("payment");
CALL_METHOD Address("${demoAccount(SURVEYOR)}") "try_deposit_or_abort" Bucket("payment") Enum<0u8>();
`
  const action = yield* Effect.orDie(Either.mapLeft(manifestAction(manifest), (words) => new Error(words)))
  return { action, fill: sendAs([OWNER], renderManifest(Templates.fromFaucet(treasury, NETWORK_ID))) }
}).pipe(Effect.withSpan("surveyPayment"))
