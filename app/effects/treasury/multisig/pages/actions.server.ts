/** The buttons of the signers' page, and what it asks before and after a wallet signs. */

import { Effect, Schema } from "effect"
import { must, requireSignedIn } from "~/effects/access/must"
import { roleNow } from "~/effects/access/permissions"
import { refuse, withFreshProof } from "~/effects/access/rules"
import { ResourceAddress } from "~/effects/base/addresses/addresses"
import { type Done, pageAction, textOf } from "~/effects/base/remix/pageAction.server"
import { sentOf } from "~/effects/base/remix/sent.server"
import { readFirst } from "~/effects/chain/indexer/readFirst.server"
import { PreparedTransactions } from "~/effects/chain/prepared-transactions/PreparedTransactions.server"
import { signersHref } from "~/effects/communities/communities/hrefs"
import { inside } from "~/effects/communities/communities/inside.server"
import { TreasuryHolders } from "~/effects/treasury/deployment/TreasuryHolders.server"
import { ApprovalRequestsRepo } from "../ApprovalRequestsRepo.server"
import { SignersRefused } from "../errors"
import { Proposing } from "../Proposing.server"
import { Protecting } from "../Protecting.server"
import { MOST_PAYEES, rowsIn } from "../payees"
import { PROTECT } from "../protectStep.server"
import { RequestOutcomes } from "../RequestOutcomes.server"
import { SignerAccess } from "../SignerAccess.server"
import { once, payeesIn, reasonIn, ruleIn, signIn, wrong } from "./fields.server"
import { responseCommands } from "./responses.server"
import { transactionCommands } from "./transactions.server"

/** Which badges keep is the owner's decision, by their own badge, with a proof of today. */
const protect = (form: FormData) =>
  Effect.gen(function* () {
    const here = yield* inside
    const { community, communityRole } = here
    yield* TreasuryHolders.must(here, "require several signers")
    yield* readFirst(community.id)
    if (roleNow(communityRole) !== "owner") {
      yield* must(refuse("E-ROLE", { role: "the owner", action: "require several signers" }))
    }
    yield* must(withFreshProof(communityRole, communityRole.now))
    const protecting = yield* Protecting
    yield* protecting.prepare(here, yield* ruleIn(form))
    return { to: signersHref(community.id) } satisfies Done
  })

const dropProtect = () =>
  Effect.gen(function* () {
    const here = yield* inside
    yield* TreasuryHolders.must(here, "take this back")
    yield* readFirst(here.community.id)
    const steps = yield* PreparedTransactions
    const [newest] = yield* steps.newestOf(here.community.id, PROTECT)
    if (newest?.account === here.communityRole.account) yield* steps.drop(newest)
    return { to: signersHref(here.community.id) } satisfies Done
  })

/** The signer who asks the others. `action` completes "Only signers of …'s treasury can …". */
const asking = (action: string) =>
  Effect.gen(function* () {
    const here = yield* inside
    const { place } = yield* (yield* SignerAccess).requireWithinRules(here, action)
    return { here, place, proposing: yield* Proposing }
  })

/** Another row for a payee; what was typed stays. */
const addPayee = (form: FormData) =>
  Effect.gen(function* () {
    yield* asking("propose a payment")
    const sent = sentOf(form)
    return { message: "", sent: { ...sent, rows: String(Math.min(rowsIn(sent) + 1, MOST_PAYEES)) } } satisfies Done
  })

const payment = (form: FormData) =>
  Effect.gen(function* () {
    const { here, proposing } = yield* asking("propose a payment")
    const resource = yield* Effect.mapError(Schema.decode(ResourceAddress)(textOf(form, "resource").trim()), () =>
      wrong("resource", "Choose a token.")
    )
    const reason = yield* reasonIn(form)
    const vote = textOf(form, "vote").trim()
    if (!/^\d{0,9}$/.test(vote)) return yield* wrong("vote", "Write the number of the proposal.")
    const payees = yield* payeesIn(here.community.id, form)
    const given = { resource, ...payees, reason, vote: vote === "" ? null : Number(vote), ...signIn(form) }
    return yield* once(here, form, proposing.payment(here, given))
  })

const rule = (form: FormData) =>
  Effect.gen(function* () {
    const { here, proposing } = yield* asking("propose other signers")
    const reason = yield* reasonIn(form)
    return yield* once(here, form, proposing.rule(here, { ...(yield* ruleIn(form)), reason, ...signIn(form) }))
  })

const release = (form: FormData) =>
  Effect.gen(function* () {
    const { here, proposing } = yield* asking("propose to end multisig")
    const reason = yield* reasonIn(form)
    return yield* once(here, form, proposing.release(here, { reason, ...signIn(form) }))
  })

const withdraw = (form: FormData) =>
  Effect.gen(function* () {
    const here = yield* inside
    const access = yield* SignerAccess
    const proposing = yield* Proposing
    yield* requireSignedIn(here.communityRole, "withdraw it")
    // Who proposed it may have been replaced since, and may still withdraw it.
    yield* access.requireMultisig(here)
    yield* proposing.withdraw(here, textOf(form, "act"))
    return { to: signersHref(here.community.id) } satisfies Done
  })

/** A gateway may have answered wrongly about what was read back otherwise than proposed. */
const checkAgain = (form: FormData) =>
  Effect.gen(function* () {
    const { here, place } = yield* asking("look at it again")
    const requests = yield* ApprovalRequestsRepo
    const outcomes = yield* RequestOutcomes
    const request = yield* requests.findOrFail(here.community.id, textOf(form, "act"))
    yield* outcomes.check(request, place)
    const { problem, state } = yield* requests.findOrFail(here.community.id, request.id)
    if (state === "mismatch") {
      return yield* new SignersRefused({ message: `The ledger says the same as before. ${problem ?? ""}` })
    }
    return { to: signersHref(here.community.id, request.number) } satisfies Done
  })

export const signersAction = pageAction({
  protect,
  "drop-protect": dropProtect,
  "add-payee": addPayee,
  "propose-payment": payment,
  "propose-rule": rule,
  "propose-release": release,
  withdraw,
  ...responseCommands,
  "check-again": checkAgain,
  ...transactionCommands
})
