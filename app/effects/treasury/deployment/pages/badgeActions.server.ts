/**
 * The buttons of ?panel=badges. Who gives a badge must hold one on the ledger and have proven themselves within a day;
 * to whom is the owner's decision, and a holder who is not the owner may hand theirs to the owner alone
 * (docs/product/access.md, 3.2; docs/product/treasury.md, 3.6.7).
 */
import { Effect, Option } from "effect"
import type { Inside } from "~/effects/access/Inside"
import { must } from "~/effects/access/must"
import { roleNow } from "~/effects/access/permissions"
import { refuse, withFreshProof } from "~/effects/access/rules"
import { isPayableAccount } from "~/effects/base/addresses/payableAccount"
import { InvalidFields } from "~/effects/base/failures/failures"
import { type Done, textOf } from "~/effects/base/remix/pageAction.server"
import { Settings } from "~/effects/base/settings/Settings.server"
import { FollowedAddresses } from "~/effects/chain/indexer/FollowedAddresses.server"
import { readFirst } from "~/effects/chain/indexer/readFirst.server"
import { Ledger } from "~/effects/chain/ledger/Ledger.server"
import { orGatewayDown } from "~/effects/chain/ledger/orGatewayDown"
import { LedgerSteps } from "~/effects/chain/ledger-steps/LedgerSteps.server"
import { badgesHref } from "~/effects/communities/communities/hrefs"
import { inside } from "~/effects/communities/communities/inside.server"
import { HandOver } from "~/effects/communities/steering/HandOver.server"
import { type Manifest, renderManifest, Templates } from "~/ledger/index"
import { badgesOf, linksOf, namesOf } from "../badgeFacts.server"
import { BADGE, type BadgePlan } from "../badgeStep.server"
import { type Way, ways } from "../badges"
import { LINKS } from "../linksStep.server"
import { iconOf } from "../plan.server"
import { TreasuryHolders } from "../TreasuryHolders.server"

const wrong = (field: string, text: string) => new InvalidFields({ fields: { [field]: text } })

/** A member by name, or any account by its address. */
const recipient = (here: Inside, text: string) =>
  Effect.gen(function* () {
    const { findMember } = yield* HandOver
    const member = yield* findMember(here.community.id, text)
    if (member !== undefined) return member
    const account = text.trim()
    if (!isPayableAccount(account)) {
      return yield* wrong("to", "No active member has this name, and it is not an account on the test network.")
    }
    return { account, name: (yield* namesOf([account])).get(account) ?? null }
  })

/** Nothing is prepared that the ledger would refuse, as a badge for an account that takes no deposits. */
const mustRun = (manifest: Manifest) =>
  Effect.gen(function* () {
    const ledger = yield* Ledger
    const preview = yield* orGatewayDown(
      ledger.previewManifest(renderManifest(manifest), [], { assumeAllSignatures: true })
    )
    if (preview.status === "Succeeded") return
    const reason = Option.getOrElse(preview.error, () => "the ledger gives no reason")
    return yield* wrong("to", `The ledger would refuse this: ${reason}`)
  })

const give = (form: FormData) =>
  Effect.gen(function* () {
    const here = yield* inside
    const { community, standing } = here
    const { admin, badge } = yield* TreasuryHolders.must(here, "hand one on")
    yield* readFirst(community.id)
    yield* must(withFreshProof(standing, standing.now))
    const way: Way | undefined = ways.find((each) => each === textOf(form, "way"))
    if (way === undefined) return yield* wrong("way", "Choose what happens to your own badge.")
    const to = yield* recipient(here, textOf(form, "to"))
    if (roleNow(standing) !== "owner" && to.account !== community.ownerAddress) {
      yield* must(refuse("E-ROLE", { role: "the owner", action: "decide who else gets an admin badge" }))
    }
    const { free, held } = yield* badgesOf(badge)
    if (held.has(to.account)) {
      const own = to.account === standing.account
      return yield* wrong("to", own ? "You hold one already." : "This account holds an admin badge already.")
    }
    const id = way === "mint" ? free : admin.id
    if (id === null) return yield* wrong("to", "A hundred badges were made. No more can be given here.")
    const { appOrigin } = yield* Settings
    const manifest =
      way === "move"
        ? Templates.passBadge({ admin, account: to.account })
        : Templates.addAdmin({
            admin,
            account: to.account,
            id,
            name: `${community.name} admin ${id.slice(1, -1)}`,
            role: to.account === community.ownerAddress ? "owner" : "treasurer",
            iconUrl: iconOf(community, appOrigin)
          })
    yield* mustRun(manifest)
    const ledger = yield* Ledger
    const steps = yield* LedgerSteps
    const addresses = yield* FollowedAddresses
    const { time } = yield* orGatewayDown(ledger.currentState())
    const detail: BadgePlan = {
      way,
      badge,
      id,
      from: admin.account,
      to: to.account,
      name: to.name,
      community: community.name
    }
    yield* steps.open({
      onceKey: `badge:${community.id}-${yield* steps.countDone(community.id, BADGE)}`,
      kind: BADGE,
      communityId: community.id,
      related: community.id,
      account: admin.account,
      manifest,
      detail
    })
    // Should the page vanish after signing, the transaction is found by who signed it.
    yield* addresses.follow(community.id, [admin.account], time.stateVersion)
    return { to: badgesHref(community.id) } satisfies Done
  })

/** The whole list anew: what is there stays, what is missing comes (template 27). */
const link = () =>
  Effect.gen(function* () {
    const here = yield* inside
    const { community } = here
    const place = yield* TreasuryHolders.mustSpend(here, "say what its treasury names")
    yield* readFirst(community.id)
    const { claimed, missing } = yield* linksOf(community, place)
    if (missing.length === 0) return { to: badgesHref(community.id) } satisfies Done
    const entities = [...claimed, ...missing].map(({ address }) => address)
    const steps = yield* LedgerSteps
    yield* steps.open({
      onceKey: `links:${community.id}-${yield* steps.countDone(community.id, LINKS)}`,
      kind: LINKS,
      communityId: community.id,
      related: community.id,
      account: place.admin.account,
      manifest: Templates.setClaimedEntities({ ...place, entities }),
      detail: { treasury: place.treasury, entities }
    })
    return { to: badgesHref(community.id) } satisfies Done
  })

/** Takes back what no wallet has signed yet. */
const drop = (kind: string) => () =>
  Effect.gen(function* () {
    const here = yield* inside
    yield* TreasuryHolders.must(here, "take this back")
    yield* readFirst(here.community.id)
    const steps = yield* LedgerSteps
    const [newest] = yield* steps.newestOf(here.community.id, kind)
    if (newest?.account === here.standing.account) yield* steps.drop(newest)
    return { to: badgesHref(here.community.id) } satisfies Done
  })

export const badgeCommands = {
  "give-badge": give,
  "drop-badge": drop(BADGE),
  "name-links": link,
  "drop-links": drop(LINKS)
} as const
