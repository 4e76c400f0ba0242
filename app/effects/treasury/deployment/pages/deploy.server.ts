/** GET and POST /exploreDao/{slug}/deploy: deploys a community in five steps (docs/product/treasury.md). */
import { Effect, Either, Option } from "effect"
import type { Community } from "~/effects/access/Community"
import { must } from "~/effects/access/must"
import { permissions } from "~/effects/access/permissions"
import type { AccountAddress } from "~/effects/base/addresses/addresses"
import { NotSignedIn } from "~/effects/base/failures/failures"
import { RouteArgs } from "~/effects/base/remix/RouteArgs.server"
import { NETWORK_ID } from "~/effects/base/settings/networks"
import { Settings } from "~/effects/base/settings/Settings.server"
import { known } from "~/effects/chain/ledger/known.server"
import { Ledger } from "~/effects/chain/ledger/Ledger.server"
import { PreparedTransactions } from "~/effects/chain/prepared-transactions/PreparedTransactions.server"
import { mayTryAgain } from "~/effects/chain/prepared-transactions/Step"
import { checkStep } from "~/effects/chain/prepared-transactions/stepView.server"
import { addressesOf } from "~/effects/communities/communities/addresses"
import { Communities } from "~/effects/communities/communities/Communities.server"
import { insideOf } from "~/effects/communities/communities/inside.server"
import { Drafts } from "~/effects/communities/drafts/Drafts.server"
import { visitor } from "~/effects/people/wallet-session/visitor.server"
import { amountOf, NOTHING, renderManifest, wellKnown } from "~/ledger/index"
import { checkDeploy, isTokenAddress, type Wanted } from "../check"
import { OnlyOwnerDeploys } from "../errors"
import type { DeployPage, DeployReview, DryRunOutcome } from "../page"
import { idempotencyKeyOf, planOf } from "../plan.server"
import { plannedSigners } from "../plannedSigners.server"
import { type DeployValues, draftPlace, mergeValues, startValues, stepOf } from "../values"

const XRD = wellKnown("xrd", NETWORK_ID)

/** Loads the community of the address; fails unless the visitor may deploy it. */
export const mine = Effect.gen(function* () {
  const { params } = yield* RouteArgs
  const who = yield* visitor
  if (who === null) return yield* new NotSignedIn({ action: "deploy the community" })
  const communities = yield* Communities
  const here = yield* insideOf(yield* communities.bySlug(params.slug ?? "", who.account))
  const { community } = here
  const verdict = permissions.deploy(here.communityRole)
  if (community.ownerAddress !== who.account) return yield* new OnlyOwnerDeploys({ name: community.name })
  return { community, account: who.account, verdict }
}).pipe(Effect.withSpan("deploy.mine"))

/** Like `mine`; also fails if the community can no longer be deployed. */
export const mineToDeploy = Effect.tap(mine, ({ verdict }) => must(verdict))

/** The saved form values over the defaults. */
export const valuesOf = (community: Community, account: AccountAddress) =>
  Effect.gen(function* () {
    const drafts = yield* Drafts
    const stored = Option.getOrNull(yield* drafts.get(account, draftPlace(community.id)))
    const start = startValues(account, community.name)
    return { storedDraft: stored, start, values: mergeValues(start, stored?.data) }
  })

/** Symbol of a linked token; null for other choices or a token without a symbol. */
export const linkedSymbol = (wanted: Wanted) =>
  Effect.gen(function* () {
    if (wanted.token.kind !== "link") return null
    const ledger = yield* Ledger
    return (yield* ledger.resource(wanted.token.resource)).symbol
  })

/** Fee and balance. If the ledger cannot be reached, the page says so and the wallet shows the fee. */
const tryOut = (manifest: string, admin: AccountAddress) => {
  const untried = ({ message }: { readonly message: string }) =>
    Effect.succeed<DryRunOutcome>({ fee: null, balance: null, isEnough: true, problem: message })
  return Effect.gen(function* () {
    const ledger = yield* Ledger
    const preview = yield* ledger.previewManifest(manifest, [], { assumeAllSignatures: true })
    const { byAccount } = yield* ledger.balancesOf(XRD, [admin])
    const balance = byAccount.get(admin) ?? NOTHING
    return {
      fee: preview.fee,
      balance,
      isEnough: amountOf(balance) >= amountOf(preview.fee),
      problem: preview.status === "Succeeded" ? null : Option.getOrElse(preview.error, () => preview.status)
    } satisfies DryRunOutcome
  }).pipe(Effect.catchTags({ GatewayDown: untried, LedgerRefused: untried, UnknownOnLedger: untried }))
}

const reviewOf = (community: Community, values: DeployValues) =>
  Effect.gen(function* () {
    const checked = checkDeploy(values)
    if (Either.isLeft(checked)) return { fields: checked.left, manifest: null, dryRun: null } satisfies DeployReview
    const { manifest } = yield* planOf(community, checked.right, null)
    const text = renderManifest(manifest)
    return { fields: {}, manifest: text, dryRun: yield* tryOut(text, checked.right.admin) } satisfies DeployReview
  })

/** Name of a linked token, for display; null if there is none or the ledger cannot be reached. */
const tokenFound = ({ resource, token }: DeployValues) =>
  Effect.gen(function* () {
    const address = resource.trim()
    if (token !== "link" || !isTokenAddress(address)) return null
    const ledger = yield* Ledger
    const found = yield* known(ledger.shown.resource(address))
    return found === null ? null : { name: found.name, symbol: found.symbol, supply: found.totalSupply }
  })

export const deployPage = Effect.gen(function* () {
  const { request } = yield* RouteArgs
  const { searchParams } = new URL(request.url)
  const { account, community: before } = yield* mine
  const steps = yield* PreparedTransactions
  const newest = Option.getOrUndefined(yield* steps.newest(idempotencyKeyOf(before.id)))
  const last = newest === undefined ? undefined : yield* checkStep(newest)
  // Polling the transaction may have changed the community.
  const { community } = last?.step.state === newest?.state ? { community: before } : yield* mine
  const { id, name, slug, stage } = community
  const named = { id, slug, name }
  if (community.treasuryAccount !== null) {
    const isNew = searchParams.get("done") === "1"
    const planned = yield* plannedSigners(id)
    const signers =
      planned === null || planned.isProtected ? null : { needed: planned.needed, many: planned.accounts.length }
    return { state: "deployed", ...named, addresses: addressesOf(community), isNew, signers } satisfies DeployPage
  }
  if (stage === "draft" || stage === "archived") return { state: "closed", ...named, stage } satisfies DeployPage
  const { storedDraft: stored, start, values } = yield* valuesOf(community, account)
  if (last !== undefined && !mayTryAgain(last.step.state)) {
    return { state: "signing", ...named, step: last.view, values } satisfies DeployPage
  }
  const { appOrigin } = yield* Settings
  const wanted = searchParams.get("step")
  // A failed attempt is shown on the review step, next to the button that tries again.
  const at = wanted === null && last !== undefined && last.step.state !== "replaced" ? "review" : stepOf(wanted)
  return {
    state: "form",
    ...named,
    at,
    account,
    values,
    start,
    storedDraft: stored,
    token: yield* tokenFound(values),
    origin: appOrigin,
    isPrivate: community.visibility === "private",
    review: at === "review" ? yield* reviewOf(community, values) : null,
    last: last?.view ?? null
  } satisfies DeployPage
})
