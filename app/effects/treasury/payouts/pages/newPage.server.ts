/** Page data of a new payout: tokens, members who can be paid, and the rules that apply. */
import { Effect, Option } from "effect"
import type { Inside } from "~/effects/access/Inside"
import { detailsIn } from "~/effects/chain/ledger/facts"
import { known } from "~/effects/chain/ledger/known.server"
import { Ledger } from "~/effects/chain/ledger/Ledger.server"
import { MembersRepo } from "~/effects/communities/members/MembersRepo.server"
import { requirePrepared } from "~/effects/treasury/deployment/preparing.server"
import { roleOf } from "~/effects/treasury/deployment/roles"
import { onLedger } from "~/effects/treasury/deployment/TreasuryHolders.server"
import type { NewPage } from "../views"
import { freePayoutOf } from "../voteRule"
import { multisigOf, treasuryTokens } from "./holding.server"

/** Members offered for selection; in a larger community the others are written by name. */
const PAYEES = 100
const BY_NAME = { q: "", role: null, sort: "name", after: null } as const

/** Whether the locker lets admins take back unclaimed tokens; fixed at the deployment. */
const isRecoverable = (here: Pick<Inside, "community">) =>
  Effect.gen(function* () {
    const place = onLedger(here.community)
    if (Option.isNone(place)) return false
    const ledger = yield* Ledger
    const { badge, locker } = place.value
    const found = yield* known(ledger.shown.entityDetails([locker]))
    const details = found === null ? null : detailsIn(found, locker)
    return details?.type === "Component" && roleOf(details.role_assignments, "recoverer") === badge
  })

export const newPage = Effect.fn("newPage")(function* (here: Inside) {
  yield* requirePrepared(here, "distribute")
  const repo = yield* MembersRepo
  const { members, next } = yield* repo.page(here.community.id, BY_NAME, PAYEES)
  const page: NewPage = {
    view: "new",
    multisig: yield* multisigOf(here),
    item: "Pay people",
    ...(yield* treasuryTokens(here)),
    members: here.community.memberCount,
    freePayout: freePayoutOf(here.community),
    isRecoverable: yield* isRecoverable(here),
    payees: members
      .filter(({ status }) => status === "active")
      .map(({ account, username }) => ({ account, name: username })),
    hasMorePayees: next !== null
  }
  return page
})
