/** /create: the wizard's loader and its actions. Every step is saved when it is left. */
import { Effect, Either, Option } from "effect"
import type { CommunityId } from "~/effects/access/Community"
import type { AccountAddress } from "~/effects/base/addresses/addresses"
import { InvalidFields, NotThere } from "~/effects/base/failures/failures"
import { checkForm } from "~/effects/base/remix/form"
import { type Done, pageAction, textOf } from "~/effects/base/remix/pageAction.server"
import { RouteArgs } from "~/effects/base/remix/RouteArgs.server"
import { randomId } from "~/effects/base/text/random.server"
import { Communities } from "~/effects/communities/communities/Communities.server"
import { CommunityWrites } from "~/effects/communities/communities/CommunityWrites.server"
import { MAX_OWNED } from "~/effects/communities/communities/errors"
import { OwnedCommunities } from "~/effects/communities/communities/OwnedCommunities.server"
import { Drafts } from "~/effects/communities/drafts/Drafts.server"
import { undoable } from "~/effects/communities/undo/pages/undo.server"
import { Tags } from "~/effects/people/tags/Tags.server"
import { requireAccount, requireProfile } from "~/effects/people/wallet-session/visitor.server"
import { BasicsCheck } from "../BasicsCheck.server"
import { Founding, NoDraft } from "../Founding.server"
import { BasicsForm, type Checked, checkDecisions, checkPeople, linkRows } from "../forms"
import { governanceOf } from "../governance"
import { slugOf, slugVariants } from "../slug"
import { basicsOf, decisionsOf, peopleOf, readBasics, readDecisions, readPeople, withTemplate } from "../values"
import { createHref, mergeValues, placeOf, type Step, startValues, stepAt, stepOf, type WizardValues } from "../wizard"

const ACTION = "start a community"

/** The draft community that an address names, for its founder; null if it names none. */
const draftOf = (account: AccountAddress, id: string) =>
  Effect.gen(function* () {
    if (id === "") return null
    const communities = yield* Communities
    const { community } = yield* communities.byId(id, account)
    if (community.ownerAddress !== account) return yield* new NotThere({})
    return community
  })

const startOf = (community: Effect.Effect.Success<ReturnType<typeof draftOf>>): WizardValues =>
  community === null
    ? startValues
    : {
        ...startValues,
        ...basicsOf(community),
        ...peopleOf(community),
        ...decisionsOf(community.template, community.governance)
      }

/** What the last step can show without the database: what is still wrong, and the decision rules. */
const previewOf = (values: WizardValues) => {
  const basics = checkForm(BasicsForm, { ...values, links: linkRows(values) })
  const people = checkPeople(values)
  const decisions = checkDecisions(values)
  return {
    fields: {
      ...(Either.isLeft(basics) ? basics.left : {}),
      ...(Either.isLeft(people) ? people.left : {}),
      ...(Either.isLeft(decisions) ? decisions.left : {})
    },
    governance: Either.isRight(decisions) ? governanceOf(decisions.right) : null
  }
}

export const createPage = Effect.gen(function* () {
  const { request } = yield* RouteArgs
  const { searchParams } = new URL(request.url)
  const who = yield* requireAccount("start a community")
  if (who.profile === null) return { state: "no-profile" as const }
  const community = yield* draftOf(who.account, searchParams.get("draft") ?? "")
  if (community !== null && community.stage !== "draft") return { state: "open" as const, id: community.id }
  if (community === null && (yield* (yield* OwnedCommunities).countOwned(who.account)) >= MAX_OWNED)
    return { state: "full" as const }
  const drafts = yield* Drafts
  const tags = yield* Tags
  const draft = community?.id ?? null
  const stored = Option.getOrNull(yield* drafts.get(who.account, placeOf(draft)))
  const start = startOf(community)
  const values = mergeValues({ ...start }, stored?.data)
  const step = stepOf(searchParams.get("step"))
  return {
    state: "ready" as const,
    account: who.account,
    step,
    draft,
    storedDraft: stored,
    start,
    /** The wizard's values: the draft, merged over what it began from. */
    values,
    review: step === "review" ? previewOf(values) : null,
    tags: (yield* tags.all).map(({ name }) => name),
    key: yield* randomId(20)
  }
})

/** The wizard's values in a step's form. */
const readStep = (step: Step, form: FormData): Partial<WizardValues> => {
  switch (step) {
    case "basics": {
      const basics = readBasics(form)
      return { ...basics, slug: basics.slug.trim() === "" ? slugOf(basics.name) : basics.slug.trim() }
    }
    case "people":
      return readPeople(form)
    case "decisions":
      return withTemplate(readDecisions(form), textOf(form, "shownTemplate"))
    case "review":
      return {}
  }
}

/** The account of the form, and what is saved of it after this post. */
const stored = (form: FormData) =>
  Effect.gen(function* () {
    const { account } = yield* requireProfile(ACTION)
    const community = yield* draftOf(account, textOf(form, "draft"))
    if (community !== null && community.stage !== "draft") return yield* new NoDraft()
    const draft: CommunityId | null = community?.id ?? null
    const step = stepOf(textOf(form, "step"))
    const drafts = yield* Drafts
    const place = placeOf(draft)
    const start = startOf(community)
    const posted = readStep(step, form)
    const { data } =
      step === "review"
        ? { data: Option.getOrUndefined(yield* drafts.get(account, place))?.data }
        : yield* drafts.change(account, place, (before) => ({ ...before, ...posted }))
    return { account, draft, step, values: mergeValues({ ...start }, data) }
  })

const requireSound = (step: Step, values: WizardValues, draft: CommunityId | null) =>
  Effect.gen(function* () {
    const checked: Checked<unknown> =
      step === "basics"
        ? yield* (yield* BasicsCheck).check(values)
        : step === "people"
          ? checkPeople(values)
          : checkDecisions(values)
    const wrong: Record<string, string> = Either.isLeft(checked) ? { ...checked.left } : {}
    if (
      step === "basics" &&
      wrong.slug === undefined &&
      !(yield* (yield* CommunityWrites).isFree(values.slug, draft ?? ""))
    ) {
      wrong.slug = "This address is taken."
    }
    if (Object.keys(wrong).length > 0) return yield* new InvalidFields({ fields: wrong })
  })

const goOn = (form: FormData) =>
  Effect.gen(function* () {
    const { draft, step, values } = yield* stored(form)
    if (step !== "review") yield* requireSound(step, values, draft)
    return { to: createHref(stepAt(step, 1), draft) } satisfies Done
  })

const goBack = (form: FormData) =>
  Effect.map(stored(form), ({ draft, step }): Done => ({ to: createHref(stepAt(step, -1), draft) }))

/** Without JavaScript: fills in the numbers of the chosen template. */
const showTemplate = (form: FormData) =>
  Effect.map(stored(form), ({ draft }): Done => ({ to: createHref("decisions", draft) }))

const finish = (as: "draft" | "open") => (form: FormData) =>
  Effect.gen(function* () {
    const { account, draft, values } = yield* stored(form)
    const founding = yield* Founding
    const key = textOf(form, "key")
    const id = yield* founding.found({ account, values, draft, as, key: key === "" ? null : key })
    return { to: as === "open" ? `/community/detail/${id}?opened=1` : "/myCommunities?tab=drafts" } satisfies Done
  })

const discard = (form: FormData) =>
  Effect.gen(function* () {
    const { account } = yield* requireProfile(ACTION)
    const id = (yield* draftOf(account, textOf(form, "draft")))?.id ?? null
    const drafts = yield* Drafts
    const path = createHref("basics", id)
    const discarding = Effect.map(drafts.discard(account, placeOf(id)), (rows) =>
      rows.length === 0 ? null : { drafts: rows }
    )
    yield* undoable({ kind: "community-draft", communityId: null, path }, discarding)
    return { to: path } satisfies Done
  })

export const createAction = pageAction({
  next: goOn,
  back: goBack,
  template: showTemplate,
  draft: finish("draft"),
  open: finish("open"),
  discard
})

/** GET /api/slugs?slug=…: whether a slug is free, and otherwise a similar one that is. */
export const slugResponse = Effect.gen(function* () {
  const { request } = yield* RouteArgs
  const { account } = yield* requireProfile(ACTION)
  const { searchParams } = new URL(request.url)
  const slug = slugOf(searchParams.get("slug") ?? "")
  const community = yield* draftOf(account, searchParams.get("draft") ?? "")
  if (slug === "") return { slug, free: false, suggestion: null }
  const slugs = yield* CommunityWrites
  const free = yield* slugs.isFree(slug, community?.id ?? "")
  return { slug, free, suggestion: free ? null : yield* slugs.firstFree([slug, ...slugVariants(slug)]) }
})
