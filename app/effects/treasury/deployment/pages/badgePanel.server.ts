/** GET ?panel=badges, for the owner and for holders of an admin badge according to the ledger. */
import { Effect, Option, Schema } from "effect"
import { roleNow } from "~/effects/access/permissions"
import { withFreshProof } from "~/effects/access/rules"
import { AccountAddress } from "~/effects/base/addresses/addresses"
import { NotSignedIn } from "~/effects/base/failures/failures"
import { RouteArgs } from "~/effects/base/remix/RouteArgs.server"
import { PreparedTransactions } from "~/effects/chain/prepared-transactions/PreparedTransactions.server"
import { isOver, mayTryAgain, type Step } from "~/effects/chain/prepared-transactions/Step"
import { checkStep } from "~/effects/chain/prepared-transactions/stepView.server"
import { inside } from "~/effects/communities/communities/inside.server"
import { badgesOf, holdersIn, linksOf, namesOf } from "../badgeFacts.server"
import { BADGE, BadgeDetail } from "../badgeStep.server"
import type { BadgesPage, OpenTransaction } from "../badges"
import { DeployFirst, NotTreasuryHolder } from "../errors"
import { LINKS } from "../linksStep.server"
import { onLedger } from "../TreasuryHolders.server"
import { whoOpens } from "../whoOpens.server"

const isAccount = Schema.is(AccountAddress)

const short = (address: string) => `account ending in ${address.slice(-8)}`

const badgeWords = (step: Step) =>
  Effect.map(Effect.orDie(Schema.decode(BadgeDetail)(step.detail)), ({ id, name, to, way }) => {
    const whose = name ?? `the ${short(to)}`
    return way === "mint"
      ? `Makes admin badge ${id} and puts it into the account of ${whose}. You keep yours.`
      : `Moves admin badge ${id} to ${whose}. From then on they can spend from the treasury instead of you.`
  })

const linkWords = () => Effect.succeed("Rewrites what the treasury lists as the community's own.")

/** The last attempt, if the page should show it. */
const actOf = (step: Step | undefined, account: AccountAddress, words: (step: Step) => Effect.Effect<string>) =>
  Effect.gen(function* () {
    if (step === undefined) return null
    const { step: now, view } = yield* checkStep(step)
    if (now.state === "replaced") return null
    const isOpen = !isOver(now.state)
    const isOwn = now.account === account || !isOpen
    const act: OpenTransaction = {
      step: isOwn ? view : null,
      others: isOwn ? null : view,
      isOpen,
      words: yield* words(now)
    }
    // A failed attempt of another member is not shown; only they can try it again.
    return mayTryAgain(now.state) && now.account !== account ? null : act
  })

export const badgesPage = Effect.gen(function* () {
  const here = yield* inside
  const { community, communityRole } = here
  if (communityRole.account === null) return yield* new NotSignedIn({ action: "see the admin badges" })
  const place = onLedger(community)
  if (Option.isNone(place)) return yield* new DeployFirst()
  const steps = yield* PreparedTransactions
  const isOwner = roleNow(communityRole) === "owner"
  // Polling may confirm a transaction and so change where the badges are.
  const newest = yield* steps.newestOf(community.id, BADGE, LINKS)
  const newestOf = (wanted: string) => newest.find(({ kind }) => kind === wanted)
  const act = yield* actOf(newestOf(BADGE), communityRole.account, badgeWords)
  const linkAct = yield* actOf(newestOf(LINKS), communityRole.account, linkWords)
  const { held, time } = yield* badgesOf(place.value.badge)
  const mine = held.get(communityRole.account)?.[0] ?? null
  if (!isOwner && mine === null) {
    return yield* new NotTreasuryHolder({ name: community.name, action: "see where the badges are" })
  }
  const names = yield* namesOf([...new Set([...held.keys(), community.ownerAddress])])
  const { request } = yield* RouteArgs
  const to = new URL(request.url).searchParams.get("to") ?? ""
  const page: BadgesPage = {
    panel: "badges",
    suggested: isAccount(to) ? to : "",
    owner: { address: community.ownerAddress, name: names.get(community.ownerAddress) ?? null },
    isOwner,
    mine,
    time,
    opens: yield* whoOpens(community),
    holders: holdersIn(held, names),
    needsProof: !withFreshProof(communityRole, communityRole.now).ok,
    act,
    links: { ...(yield* linksOf(community, place.value)), act: linkAct }
  }
  return page
})
