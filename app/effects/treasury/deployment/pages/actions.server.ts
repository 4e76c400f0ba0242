/**
 * Form actions of /exploreDao/{slug}/deploy. Each step is saved when it is left; only the last one involves the wallet.
 */
import { Effect, Either, Option } from "effect"
import type { CommunityId } from "~/effects/access/Community"
import type { ResourceAddress } from "~/effects/base/addresses/addresses"
import { type GatewayDown, InvalidFields } from "~/effects/base/failures/failures"
import { type Done, pageAction, textOf } from "~/effects/base/remix/pageAction.server"
import { FollowedAddresses } from "~/effects/chain/indexer/FollowedAddresses.server"
import { readFirst } from "~/effects/chain/indexer/readFirst.server"
import { Ledger } from "~/effects/chain/ledger/Ledger.server"
import { orGatewayDown } from "~/effects/chain/ledger/orGatewayDown"
import { StepDone } from "~/effects/chain/prepared-transactions/errors"
import { PreparedTransactions } from "~/effects/chain/prepared-transactions/PreparedTransactions.server"
import { Drafts } from "~/effects/communities/drafts/Drafts.server"
import { BasicsCheck } from "~/effects/communities/founding/BasicsCheck.server"
import { checkDeploy, isTokenAddress, type Wanted } from "../check"
import { DEPLOY } from "../deployStep.server"
import { payeeIn } from "../payee.server"
import { idempotencyKeyOf, type PlannedSigners, planOf } from "../plan.server"
import { deployHref, draftPlace, fieldsOf, mergeValues, type Step, stepAt, stepOf, stepOfField } from "../values"
import { linkedSymbol, mineToDeploy, valuesOf } from "./deploy.server"

/** Saves the step's fields. Browsers do not send an unchecked box, so it is read as empty. */
const save = (form: FormData) =>
  Effect.gen(function* () {
    const { account, community } = yield* mineToDeploy
    const drafts = yield* Drafts
    const step = stepOf(textOf(form, "step"))
    const posted = Object.fromEntries(
      fieldsOf(step).flatMap((name) => (form.has(name) ? [[name, textOf(form, name)]] : []))
    )
    const { start, values: before } = yield* valuesOf(community, account)
    if (Object.keys(posted).length === 0) return { account, community, step, values: before }
    const { data } = yield* drafts.change(account, draftPlace(community.id), (stored) => ({
      ...before,
      ...stored,
      ...posted
    }))
    return { account, community, step, values: mergeValues(start, data) }
  })

const requireExisting = (resource: ResourceAddress) =>
  Effect.gen(function* () {
    const ledger = yield* Ledger
    const wrong = (text: string) => new InvalidFields({ fields: { resource: text } })
    const found = yield* ledger.resource(resource).pipe(
      Effect.catchTags({
        UnknownOnLedger: () => wrong("The ledger does not know this token."),
        LedgerRefused: () => wrong("This is not a token address on the test network.")
      })
    )
    if (!found.isFungible) return yield* wrong("This resource is not a divisible token, so it cannot be paid out.")
  })

/**
 * The signers that the founder named, as accounts, without duplicates and with the founder's first; null if there are
 * none.
 */
const signersIn = (communityId: CommunityId, { admin, signers }: Wanted) =>
  Effect.gen(function* () {
    if (signers === null) return null
    const wrong = (text: string) => new InvalidFields({ fields: { signers: text } })
    const others = yield* Effect.forEach(signers.names, (name) =>
      Effect.mapError(payeeIn(communityId, name), () =>
        wrong(`“${name}” is neither an active member nor an account on the test network.`)
      )
    )
    const accounts = [admin, ...others]
    if (new Set(accounts).size < accounts.length) {
      return yield* wrong("List each account only once. Your own, which receives the first badge, already counts.")
    }
    return { accounts, needed: signers.needed } satisfies PlannedSigners
  })

/** Only errors of this step prevent going to the next. */
const requireSound = (communityId: CommunityId, step: Step, values: Parameters<typeof checkDeploy>[0]) =>
  Effect.gen(function* () {
    const checked = checkDeploy(values)
    if (Either.isLeft(checked)) {
      const fields = Object.fromEntries(
        Object.entries(checked.left).filter(([field]) => step === "review" || stepOfField(field) === step)
      )
      if (Object.keys(fields).length > 0) return yield* new InvalidFields({ fields })
    }
    if (step === "account" && Either.isRight(checked)) yield* signersIn(communityId, checked.right)
    if (step !== "token") return
    const token = values.resource.trim()
    if (values.token === "link" && isTokenAddress(token)) yield* requireExisting(token)
    const picture = yield* (yield* BasicsCheck).picture("icon", values.icon)
    if (Either.isLeft(picture)) return yield* new InvalidFields({ fields: picture.left })
  })

const next = (form: FormData) =>
  Effect.gen(function* () {
    const { community, step, values } = yield* save(form)
    yield* requireSound(community.id, step, values)
    return { to: deployHref(community.slug, stepAt(step, 1)) } satisfies Done
  })

const back = (form: FormData) =>
  Effect.map(save(form), ({ community, step }): Done => ({ to: deployHref(community.slug, stepAt(step, -1)) }))

/** Whether the admin account carries the mark of a deployment. If so, it happened even if no page ever heard of it. */
const isMarked = (admin: string, idempotencyKey: string): Effect.Effect<boolean, GatewayDown, Ledger> =>
  Effect.gen(function* () {
    const ledger = yield* Ledger
    const { byAddress } = yield* orGatewayDown(ledger.entityDetails([admin], { metadata: [idempotencyKey] }))
    return byAddress.get(admin)?.metadata.has(idempotencyKey) === true
  })

/** Prepares the transaction. Nothing happens until a wallet signs it and the ledger commits it. */
const prepare = () =>
  Effect.gen(function* () {
    const { account, community } = yield* mineToDeploy
    yield* readFirst(community.id)
    const { values } = yield* valuesOf(community, account)
    yield* requireSound(community.id, "token", values)
    const checked = checkDeploy(values)
    if (Either.isLeft(checked)) return yield* new InvalidFields({ fields: checked.left })
    const ledger = yield* Ledger
    const steps = yield* PreparedTransactions
    const addresses = yield* FollowedAddresses
    const { time } = yield* ledger.currentState()
    const { manifest, plan } = yield* planOf(
      community,
      checked.right,
      yield* linkedSymbol(checked.right),
      yield* signersIn(community.id, checked.right)
    )
    if (yield* isMarked(plan.admin, idempotencyKeyOf(community.id))) return yield* new StepDone()
    yield* steps.open({
      idempotencyKey: idempotencyKeyOf(community.id),
      kind: DEPLOY,
      communityId: community.id,
      related: community.id,
      account,
      manifest,
      detail: plan
    })
    // If the page is closed after signing, the indexer finds the transaction by its signer.
    yield* addresses.follow(community.id, [plan.admin], time.stateVersion)
    return { to: deployHref(community.slug) } satisfies Done
  })

/**
 * Discards the prepared transaction and returns to the form. A transaction that was already submitted cannot be undone.
 */
const change = () =>
  Effect.gen(function* () {
    const { community } = yield* mineToDeploy
    yield* readFirst(community.id)
    const steps = yield* PreparedTransactions
    const step = yield* steps.alive(idempotencyKeyOf(community.id))
    if (Option.isSome(step)) yield* steps.drop(step.value)
    return { to: deployHref(community.slug, "review") } satisfies Done
  })

export const deployAction = pageAction({ next, back, prepare, change })
