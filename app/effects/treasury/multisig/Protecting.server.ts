/** Makes a treasury a multisig treasury: one transaction of an admin, after which no single badge spends from it. */

import { Effect, Option, Schema } from "effect"
import type { CommunityId } from "~/effects/access/Community"
import { findOne, Sql } from "~/effects/base/db/statements.server"
import { FollowedAddresses } from "~/effects/chain/indexer/FollowedAddresses.server"
import { Ledger } from "~/effects/chain/ledger/Ledger.server"
import { orGatewayDown } from "~/effects/chain/ledger/orGatewayDown"
import { PreparedTransactions } from "~/effects/chain/prepared-transactions/PreparedTransactions.server"
import { OtherRule } from "~/effects/treasury/deployment/errors"
import { TreasuryHolders } from "~/effects/treasury/deployment/TreasuryHolders.server"
import { Relayer } from "~/effects/treasury/relayer/Relayer.server"
import { renderManifest, Templates } from "~/ledger/index"
import { ApprovalRequestsRepo } from "./ApprovalRequestsRepo.server"
import { RequestWouldFail, SignersRefused } from "./errors"
import { Proposing, type WantedRule } from "./Proposing.server"
import { PROTECT, type ProtectPlan } from "./protectStep.server"
import { type Here, SignerAccess } from "./SignerAccess.server"

const underWay = (what: string) =>
  `${what} is under way, and a single admin signs for it. Require several signers once it is finished.`
const onItsWay = (whose: string) =>
  `The escrow of ${whose} is being refunded, and until then any single admin can withdraw it. Require several signers once the money is back.`
/** What single badges have begun, by kind and name. */
const UNFINISHED = {
  bond: (name: string) => underWay(`The bond ${name}`),
  distribution: (name: string) => underWay(`The payout “${name}”`),
  parking: (name: string) => onItsWay(`the payout “${name}”`),
  returningBond: (name: string) => onItsWay(`the bond ${name}`),
  heldBond: (name: string) =>
    `Any single admin can withdraw the escrow of the bond ${name}, or a wallet is asked to fund it. Let the site refund it, or cancel its funding, and then require several signers. They can fund it again.`,
  budget: (name: string) =>
    `Any single admin can withdraw the budget “${name}” from escrow, or a wallet is asked to fund it. End, withdraw or cancel it, and require several signers once its money is back.`
}
const Unfinished = Schema.Struct({
  what: Schema.Literal("bond", "distribution", "parking", "returningBond", "heldBond", "budget"),
  name: Schema.String
})

export class Protecting extends Effect.Service<Protecting>()("treasury/multisig/Protecting", {
  dependencies: [
    ApprovalRequestsRepo.Default,
    SignerAccess.Default,
    Proposing.Default,
    Relayer.Default,
    TreasuryHolders.Default
  ],
  effect: Effect.gen(function* () {
    const sql = yield* Sql
    const ledger = yield* Ledger
    const steps = yield* PreparedTransactions
    const addresses = yield* FollowedAddresses
    const holders = yield* TreasuryHolders
    const access = yield* SignerAccess
    const proposing = yield* Proposing
    const relayer = yield* Relayer

    /** What single badges have begun and only they can finish; no single badge can open what signers put in escrow. */
    const unfinished = findOne({
      Request: Schema.String,
      Result: Unfinished,
      execute: (communityId) => sql`SELECT what, name FROM (
        SELECT 'bond' AS what, code AS name FROM bond_series WHERE community_id = ${communityId}
          AND state = 'issuing'
        UNION ALL
        SELECT 'distribution', title FROM distributions WHERE community_id = ${communityId} AND state = 'running'
        UNION ALL
        SELECT CASE e.purpose WHEN 'payout' THEN 'parking' WHEN 'budget' THEN 'budget'
            ELSE CASE e.state WHEN 'refunding' THEN 'returningBond' ELSE 'heldBond' END END,
          COALESCE(d.title, s.code, b.title) FROM escrows e
          LEFT JOIN distributions d ON d.id = e.subject_id LEFT JOIN bond_series s ON s.id = e.subject_id
          LEFT JOIN budgets b ON b.id = e.subject_id
          WHERE e.community_id = ${communityId} AND e.signer_rule IS NULL
            AND (d.id IS NULL OR d.state <> 'running')
            AND (e.state IN ('funded', 'refunding') OR (e.state = 'asked' AND e.problem IS NULL AND d.id IS NULL))
      ) begun ORDER BY what, name LIMIT 1`
    })

    const requireFinished = Effect.fnUntraced(function* (communityId: CommunityId) {
      const begun = Option.getOrNull(yield* unfinished(communityId))
      if (begun !== null) return yield* new SignersRefused({ message: UNFINISHED[begun.what](begun.name) })
    })

    /**
     * Prepares the transaction for the admin's wallet. Requires the relayer key, without which signers could not use
     * the treasury.
     */
    const prepare = Effect.fn("Protecting.prepare")(function* (here: Here, wanted: Omit<WantedRule, "reason">) {
      const { community } = here
      const place = yield* holders.must(here, "require several signers")
      const { admin, badge, treasury } = place
      const rule = yield* access.rule(place)
      if (rule === "other") return yield* new OtherRule()
      if (rule !== "one") {
        return yield* new SignersRefused({ message: "This treasury already has signers. They change the rule." })
      }
      yield* relayer.must
      const seats = yield* proposing.slotsOf(badge, wanted)
      yield* requireFinished(community.id)
      const manifest = Templates.guardTreasury({
        admin,
        treasury,
        badge,
        ids: seats.map(({ id }) => id),
        needed: wanted.needed
      })
      const tried = yield* orGatewayDown(
        ledger.previewManifest(renderManifest(manifest), [], { assumeAllSignatures: true })
      )
      if (tried.status !== "Succeeded") {
        return yield* new RequestWouldFail({ reason: Option.getOrElse(tried.error, () => "it gives no reason") })
      }
      const { time } = yield* orGatewayDown(ledger.currentState())
      const detail: ProtectPlan = { treasury, badge, needed: wanted.needed, seats, community: community.name }
      const step = yield* steps.open({
        idempotencyKey: `protect:${community.id}-${yield* steps.countDone(community.id, PROTECT)}`,
        kind: PROTECT,
        communityId: community.id,
        related: community.id,
        account: admin.account,
        manifest,
        detail
      })
      // If the page is closed after signing, the transaction is found by its signer.
      yield* addresses.follow(community.id, [admin.account], time.stateVersion)
      return step
    })

    return { prepare }
  })
}) {}
