/**
 * Form actions of ?panel=badges. The giver must hold a badge on the ledger and have a proof of the last 24 hours. The
 * owner decides who gets one; other holders can give only to the owner (docs/product/access.md,
 * docs/product/treasury.md).
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
import { PreparedTransactions } from "~/effects/chain/prepared-transactions/PreparedTransactions.server"
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

/** The recipient: a member by name, or any account by its address. */
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

/** Fails if the ledger would refuse the transaction, for example because the account does not accept deposits. */
const requireRunning = (manifest: Manifest) =>
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
    const { community, communityRole } = here
    const { admin, badge } = yield* TreasuryHolders.must(here, "pass a badge on")
    yield* readFirst(community.id)
    yield* must(withFreshProof(communityRole, communityRole.now))
    const way: Way | undefined = ways.find((each) => each === textOf(form, "way"))
    if (way === undefined) return yield* wrong("way", "Choose what happens to your own badge.")
    const to = yield* recipient(here, textOf(form, "to"))
    if (roleNow(communityRole) !== "owner" && to.account !== community.ownerAddress) {
      yield* must(refuse("E-ROLE", { role: "the owner", action: "decide who else gets an admin badge" }))
    }
    const { free, held } = yield* badgesOf(badge)
    if (held.has(to.account)) {
      const own = to.account === communityRole.account
      return yield* wrong("to", own ? "You already hold a badge." : "This account already holds an admin badge.")
    }
    const id = way === "mint" ? free : admin.id
    if (id === null) return yield* wrong("to", "This community has made its 100 badges, so no more can be given here.")
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
    yield* requireRunning(manifest)
    const ledger = yield* Ledger
    const steps = yield* PreparedTransactions
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
      idempotencyKey: `badge:${community.id}-${yield* steps.countDone(community.id, BADGE)}`,
      kind: BADGE,
      communityId: community.id,
      related: community.id,
      account: admin.account,
      manifest,
      detail
    })
    // If the page is closed after signing, the indexer finds the transaction by its signer.
    yield* addresses.follow(community.id, [admin.account], time.stateVersion)
    return { to: badgesHref(community.id) } satisfies Done
  })

/** Rewrites the whole list: keeps what is there and adds what is missing. */
const link = () =>
  Effect.gen(function* () {
    const here = yield* inside
    const { community } = here
    const place = yield* TreasuryHolders.requireMaySpend(here, "edit what the treasury lists")
    yield* readFirst(community.id)
    const { claimed, missing } = yield* linksOf(community, place)
    if (missing.length === 0) return { to: badgesHref(community.id) } satisfies Done
    const entities = [...claimed, ...missing].map(({ address }) => address)
    const steps = yield* PreparedTransactions
    yield* steps.open({
      idempotencyKey: `links:${community.id}-${yield* steps.countDone(community.id, LINKS)}`,
      kind: LINKS,
      communityId: community.id,
      related: community.id,
      account: place.admin.account,
      manifest: Templates.setClaimedEntities({ ...place, entities }),
      detail: { treasury: place.treasury, entities }
    })
    return { to: badgesHref(community.id) } satisfies Done
  })

/** Discards a transaction that no wallet has signed yet. */
const drop = (kind: string) => () =>
  Effect.gen(function* () {
    const here = yield* inside
    yield* TreasuryHolders.must(here, "cancel this")
    yield* readFirst(here.community.id)
    const steps = yield* PreparedTransactions
    const [newest] = yield* steps.newestOf(here.community.id, kind)
    if (newest?.account === here.communityRole.account) yield* steps.drop(newest)
    return { to: badgesHref(here.community.id) } satisfies Done
  })

export const badgeCommands = {
  "give-badge": give,
  "drop-badge": drop(BADGE),
  "name-links": link,
  "drop-links": drop(LINKS)
} as const
