/** `?panel=settings` of a community's overview: the forms and their actions. Owner only. */
import { Effect, Either, Option } from "effect"
import type { Community } from "~/effects/access/Community"
import type { Inside } from "~/effects/access/Inside"
import { requireAllowed } from "~/effects/access/must"
import { proposalKinds } from "~/effects/access/proposalKinds"
import { InvalidFields, NotSignedIn } from "~/effects/base/failures/failures"
import { Idempotency } from "~/effects/base/limits/Idempotency.server"
import type { Sent } from "~/effects/base/remix/PageReply"
import { type Done, redirectTo, textOf } from "~/effects/base/remix/pageAction.server"
import { RouteArgs } from "~/effects/base/remix/RouteArgs.server"
import type { RouteFailure } from "~/effects/base/remix/refusal.server"
import { addressesOf } from "~/effects/communities/communities/addresses"
import { StaleCommunity } from "~/effects/communities/communities/errors"
import { inside } from "~/effects/communities/communities/inside.server"
import { isAlmostTwoThirds } from "~/effects/communities/founding/consequences"
import {
  basicsOf,
  type DecisionsValues,
  decisionsOf,
  peopleOf,
  readBasics,
  readDecisions,
  readPeople,
  withTemplate
} from "~/effects/communities/founding/values"
import { createHref } from "~/effects/communities/founding/wizard"
import type { RuleChange } from "~/effects/communities/steering/errors"
import { ProposalDrafts } from "~/effects/governance/proposals/ProposalDrafts.server"
import { draftPath } from "~/effects/governance/proposals/paths"
import { changeAction } from "~/effects/governance/proposals/settingsAction.server"
import { Tags } from "~/effects/people/tags/Tags.server"
import { webhooksView } from "~/effects/publishing/webhooks/pages/webhooks.server"
import { settingsTreasury } from "~/effects/treasury/treasury/pages/settingsTreasury.server"
import { StaleSettings, VoteNeeded } from "../errors"
import { HandOver } from "../HandOver.server"
import { type GeneralValues, partOf, settingsHref } from "../parts"
import { changeText } from "../ruleChanges"
import { openBusiness, Steering } from "../Steering.server"
import type { SettingsPage } from "./settingsView"

// Puts a change of the decision rules to a vote, in a community of more than three members
// (docs/product/communities.md): the change becomes the action and the text of a draft proposal, which the owner
// explains, signs and publishes. Until that vote has passed, nothing else is stored.

/** Characters of a summary. */
const MAX_SUMMARY = 280

/** Returns the id of the draft. */
const draftRuleChange = (drafts: ProposalDrafts, { community, governance, proposer, template }: RuleChange) => {
  const { action, words } = changeAction(community, { template, governance })
  const summary = words.join("; ")
  return drafts.begin({
    community,
    author: proposer,
    action,
    values: {
      kind: "rule",
      title: "Change how we decide",
      summary: summary.length <= MAX_SUMMARY ? summary : "",
      body: changeText(words)
    }
  })
}

const generalOf = (community: Community): GeneralValues => ({ ...basicsOf(community), cover: community.cover ?? "" })

/** Without JavaScript, the offer of 2/3 is a link: to the form with 2/3 in it, not saved yet. */
const withThirds = (values: DecisionsValues, asked: string | null): DecisionsValues => {
  const kind = proposalKinds.find((each) => each === asked)
  const isOffered = kind !== undefined && isAlmostTwoThirds(values[`${kind}.thresholdPct`])
  return !isOffered ? values : { ...values, [`${kind}.thresholdPct`]: "2/3" }
}

export const settingsPage = (here: Inside) =>
  Effect.gen(function* () {
    yield* requireAllowed(here, "settings")
    const { community } = here
    // A draft is changed in the wizard.
    if (community.stage === "draft") return yield* redirectTo(createHref("basics", community.id))
    const { request } = yield* RouteArgs
    const { searchParams } = new URL(request.url)
    const part = partOf(searchParams.get("part"))
    const done = searchParams.get("done")
    const handOver = yield* HandOver
    const tags = yield* Tags
    const pending = part === "hand-over" ? yield* handOver.pending(community.id) : Option.none()
    const page: SettingsPage = {
      part,
      done: done === "saved" || done === "unchanged" ? done : null,
      version: community.version,
      stage: community.stage,
      members: community.memberCount,
      slugIsFixed: community.memberCount > 1,
      hasToken: community.tokenResource !== null,
      general: generalOf(community),
      people: peopleOf(community),
      decisions: withThirds(decisionsOf(community.template, community.governance), searchParams.get("thirds")),
      governance: community.governance,
      governanceVersion: community.governanceVersion,
      tags: part === "general" ? (yield* tags.all).map(({ name }) => name) : [],
      addresses: addressesOf(community),
      treasury: part === "treasury" ? yield* settingsTreasury(community) : null,
      webhooks: part === "webhooks" ? yield* webhooksView(community, searchParams) : null,
      handOver: Option.getOrNull(
        Option.map(pending, ({ expiresAt, toAccount, toName }) => ({ account: toAccount, name: toName, expiresAt }))
      ),
      obstacles: openBusiness(community)
    }
    return page
  })

const versionOf = (form: FormData) => {
  const text = textOf(form, "version")
  return /^\d{1,9}$/.test(text)
    ? Effect.succeed(Number(text))
    : new InvalidFields({ fields: { version: "This form is incomplete. Load the page again." } })
}

/** The stored values of a part, by its field names, shown next to what was typed (docs/product/errors.md). */
const storedOf = (part: "general" | "people" | "decisions", community: Community): Sent => {
  const version = String(community.version)
  if (part === "general") return { ...generalOf(community), version }
  return part === "people"
    ? { ...peopleOf(community), version }
    : { ...decisionsOf(community.template, community.governance), version }
}

const contentOf = (form: FormData): string => JSON.stringify([...form].filter(([, value]) => typeof value === "string"))

/** The services that the settings need. */
const services = Effect.all({
  steering: Steering,
  archiving: Steering,
  handOver: HandOver,
  answers: HandOver,
  drafts: ProposalDrafts
})
type Services = Effect.Effect.Success<typeof services>

/** Runs a change by the owner, once for the form's idempotency key. Returns the path to go to. */
const steer = <E extends RouteFailure>(
  form: FormData,
  program: (here: Inside, services: Services) => Effect.Effect<string, E>
) =>
  Effect.gen(function* () {
    const here = yield* inside
    const { account } = here.communityRole
    if (account === null) return yield* new NotSignedIn({ action: "change settings" })
    const once = yield* Idempotency
    const key = textOf(form, "key")
    const run = program(here, yield* services)
    const to = yield* once.run(`steer:${here.community.id}:${account}`, key === "" ? null : key, contentOf(form), run)
    return { to } satisfies Done
  })

/** Saves one part; if another person saved meanwhile, the refusal has what they stored. */
const saving =
  <E extends RouteFailure>(
    part: "general" | "people" | "decisions",
    save: (steering: Steering, here: Inside, form: FormData, version: number) => Effect.Effect<boolean, E>
  ) =>
  (form: FormData) =>
    steer(form, (here, { drafts, steering }) =>
      Effect.gen(function* () {
        // Comes first, so that a caller without the permission learns nothing about the form.
        yield* requireAllowed(here, "settings")
        const ended = yield* Effect.either(save(steering, here, form, yield* versionOf(form)))
        if (Either.isRight(ended)) return settingsHref(here.community.id, part, ended.right ? "saved" : "unchanged")
        const failure: RouteFailure = ended.left
        if (failure instanceof VoteNeeded) {
          const id = yield* draftRuleChange(drafts, failure.change)
          return draftPath(here.community.id, id)
        }
        return failure instanceof StaleCommunity
          ? yield* new StaleSettings({ stored: storedOf(part, failure.stored) })
          : yield* Effect.fail(ended.left)
      })
    )

const archive = (form: FormData) =>
  steer(form, (here, { archiving }) =>
    Effect.gen(function* () {
      yield* requireAllowed(here, "settings")
      if (textOf(form, "sure") !== "yes") {
        return yield* new InvalidFields({ fields: { sure: "Tick the box to archive the community." } })
      }
      yield* archiving.archive(here)
      return settingsHref(here.community.id, "archive", "saved")
    })
  )

const ending =
  (to: (here: Inside) => string, run: (services: Services, here: Inside) => HandOverStep) => (form: FormData) =>
    steer(form, (here, services) => Effect.as(run(services, here), to(here)))
type HandOverStep = ReturnType<HandOver["takeBack"] | HandOver["accept" | "decline"]>

const overview = ({ community }: Inside) => `/community/detail/${community.id}`
const handOverPart = ({ community }: Inside) => settingsHref(community.id, "hand-over", "saved")

/** Commands, by the value of the button. */
export const settingsCommands = {
  "save-general": saving("general", (steering, here, form, version) =>
    steering.saveGeneral(here, { ...readBasics(form), cover: textOf(form, "cover") }, version)
  ),
  "save-people": saving("people", (steering, here, form, version) =>
    steering.savePeople(here, readPeople(form), version)
  ),
  "save-decisions": saving("decisions", (steering, here, form, version) =>
    steering.saveDecisions(here, withTemplate(readDecisions(form), textOf(form, "shownTemplate")), version)
  ),
  archive,
  unarchive: (form: FormData) =>
    steer(form, (here, { archiving }) =>
      Effect.as(archiving.unarchive(here), settingsHref(here.community.id, "archive", "saved"))
    ),
  "hand-over": (form: FormData) =>
    steer(form, (here, { handOver }) => Effect.as(handOver.start(here, textOf(form, "nominee")), handOverPart(here))),
  "take-back": ending(handOverPart, ({ handOver }, here) => handOver.takeBack(here)),
  accept: ending(overview, ({ answers }, here) => answers.accept(here)),
  decline: ending(overview, ({ answers }, here) => answers.decline(here))
} as const
