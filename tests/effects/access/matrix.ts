/**
 * The access matrix: who may make which request, for every route (docs/product/access.md). One entry for each file of
 * app/routes; the test fails for a route without one. Written by hand from the product's table, as a second opinion on
 * the rules.
 */
import {
  type Entry,
  elsewhere,
  everybody,
  inBoth,
  insiders,
  moderators,
  nobody,
  owner,
  page,
  plain,
  post,
  type Stage,
  signedIn,
  withProfile
} from "./cells"
import { bondRows } from "./matrix.bonds"
import {
  createButtons,
  editButtons,
  mineButtons,
  proposalButtons,
  settingsButtons,
  siteButtons,
  talkBelowAnnouncement,
  talkBelowProposal,
  threadButtons
} from "./matrix.buttons"
import { budgetRows, distributionRows, expenseRows, notDeployed } from "./matrix.distributions"
import { invitationRows, memberRows } from "./matrix.members"
import { operatorRows } from "./matrix.operators"

const open: Entry = [plain("GET", everybody)]
const bySlug = { params: ({ slug }: Stage) => ({ slug }) }
const ofSlug = { query: ({ slug }: Stage) => `?community=${slug}` }
/** Public communities have a public profile; private ones have none, even for their members. */
const publicProfile: Entry = inBoth("GET", everybody, bySlug).map((row) =>
  row.in === "private" ? { ...row, ok: 404 } : row
)
/** No vote has closed, so there is no file. */
const noVote: Entry = inBoth("GET", everybody, { ok: 404, params: ({ slug }: Stage) => ({ slug, n: "1" }) })
/** A file that does not exist, of a post with this number or id. */
const noFile = (number: string) =>
  inBoth("GET", everybody, {
    what: `a file of ${number}`,
    ok: 404,
    params: ({ id }) => ({ id, number, file: "none" })
  })
const onThread = { query: ({ thread }: Stage) => `?thread=${thread}` }
/** Those who may are told what the empty form lacks. */
const REFUSED = 422

/** An unknown transaction or another person's does not exist. */
const NOT_FOUND = Object.fromEntries(signedIn.map((who) => [who, 404]))

/** No delegation is in force: 409 for everybody signed in. */
const NOT_IN_FORCE = Object.fromEntries(signedIn.map((who) => [who, 409]))

/** JSON that a page posts, about things that do not exist. */
const signerJson = {
  json: () => ({}),
  params: ({ id }: Stage) => ({ id, request: "nothing", part: "nothing" })
}

const detail = "_wallet.community.detail.$id"

export const matrix: Readonly<Record<string, Entry>> = {
  "$.tsx": [plain("GET", everybody, { ok: 404 })],
  "_site.tsx": open,
  "_site._index.tsx": open,
  "_site.blog.tsx": open,
  "_site.catalystsuite.tsx": open,
  "_site.community._index.tsx": open,
  "_site.developers.tsx": open,
  "_site.explore._index.tsx": open,
  "_site.explore.$slug._index.tsx": publicProfile,
  // The community of these tests has none.
  "_site.explore.$slug.proposals.$n.tsx": inBoth("GET", everybody, {
    ok: 404,
    params: ({ slug }) => ({ slug, n: "9" })
  }),
  "_site.leave.$secret.tsx": [
    plain("GET", everybody, { ok: 404, params: () => ({ secret: "nothing" }) }),
    siteButtons.leave
  ],
  "_site.ourstory.tsx": open,
  "_site.price.tsx": open,
  "_site.privacypolicy.tsx": open,
  "_site.resources._index.tsx": open,
  "_site.resources.$id.tsx": [plain("GET", everybody, { params: () => ({ id: "connect" }) })],
  "_site.search.tsx": [...open, plain("GET", everybody, { what: "words", query: () => "?q=garden" })],
  "_site.roadmap.tsx": [...open, siteButtons.wish],
  "_site.support.tsx": [...open, siteButtons.support],
  "_site.temp.tsx": open,
  "_site.termsandcondition.tsx": open,
  "_site.verify.tsx": [...open, siteButtons.verify],
  "signup.tsx": [
    ...open,
    plain("POST", signedIn, {
      what: "withdraw-signup",
      ok: 409,
      waiting: 200,
      form: () => ({ intent: "withdraw-signup" })
    })
  ],
  ...operatorRows,
  "_wallet.tsx": open,

  // Guarded pages return nothing without a session, whatever a row says of them (matrix.test.ts).
  "_wallet.create.tsx": [
    ...open,
    plain("POST", withProfile, { ok: REFUSED, form: () => ({ intent: "open" }) }),
    plain("POST", withProfile, { what: "discard", ok: 303, form: () => ({ intent: "discard" }) }),
    ...createButtons
  ],
  "_wallet.exploreDao.$slug.deploy.tsx": [
    ...inBoth("GET", owner, bySlug),
    ...["next", "back", "prepare", "change"].flatMap((intent) =>
      inBoth("POST", owner, {
        ...bySlug,
        what: intent,
        ok: 303,
        form: () => ({ intent, step: "locker" }),
        strangers: { V: 401 }
      })
    )
  ],
  "_wallet.myCommunities.tsx": [
    ...open,
    ...inBoth("POST", signedIn, {
      what: "mute",
      ok: 303,
      form: ({ id }) => ({ intent: "mute", community: id }),
      strangers: { V: 401 }
    }),
    ...mineButtons
  ],
  // Nobody here removed anything.
  "_wallet.undo.tsx": [
    ...open,
    plain("POST", signedIn, { ok: 404, form: () => ({ intent: "undo", removal: "a".repeat(20) }) })
  ],
  "_wallet.userDashboard.tsx": open,
  "_wallet.userDashboard._index.tsx": [
    ...open,
    ...["read", "read-all", "put-away", "make-address", "end-address"].map((intent) =>
      plain("POST", signedIn, { what: intent, ok: 303, form: () => ({ intent }) })
    )
  ],
  "_wallet.userDashboard.bonds.tsx": [
    ...open,
    plain("POST", signedIn, { what: "withdraw", ok: 404, form: () => ({ intent: "withdraw", order: "nothing" }) })
  ],
  // No claim is pending for anybody here, so it is as hidden as the community itself.
  "_wallet.userDashboard.claims.$id.tsx": [
    ...page(),
    ...post("withdraw", signedIn, 409, undefined, { strangers: { V: 401 } })
  ],
  "_wallet.userDashboard.edit.tsx": [
    ...open,
    ...["save-profile", "save-email-choices", "remove-account", "push-on", "push-choose"].map((intent) =>
      plain("POST", withProfile, { what: intent, ok: REFUSED, form: () => ({ intent }) })
    ),
    plain("POST", withProfile, { what: "push-off", form: () => ({ intent: "push-off" }) }),
    ...["end-session", "end-other-sessions"].map((intent) =>
      plain("POST", signedIn, { what: intent, form: () => ({ intent }) })
    ),
    ...editButtons
  ],
  "_wallet.userDashboard.userProfile.$id.tsx": [plain("GET", everybody, { params: ({ owner: id }) => ({ id }) })],

  // Inside a community.
  [`${detail}.tsx`]: page(),
  [`${detail}._index.tsx`]: [
    ...page(),
    ...settingsButtons,
    ...inBoth("GET", owner, { what: "settings", query: () => "?panel=settings" }),
    ...page({ what: "the treasury at its former address", query: () => "?panel=treasury", ok: 302 }),
    ...inBoth("GET", nobody, { what: "badges", query: () => "?panel=badges", ...notDeployed }),
    ...["give-badge", "drop-badge", "name-links", "drop-links"].flatMap((intent) =>
      post(intent, nobody, 303, undefined, notDeployed)
    )
  ],
  [`${detail}.budgets.tsx`]: budgetRows,
  [`${detail}.expenses.tsx`]: expenseRows,
  // Before any other check: the community is not deployed, so it has no treasury to protect.
  [`${detail}.signers.tsx`]: [
    ...page(),
    ...[
      "protect",
      "drop-protect",
      "add-payee",
      "propose-payment",
      "propose-rule",
      "propose-release",
      "propose-escrow",
      "propose-back",
      "propose-recovery",
      "propose-budget",
      "propose-budget-back",
      "propose-issue",
      "propose-bond-escrow",
      "propose-bond-back",
      "propose-collateral",
      "withdraw",
      "refuse",
      "ask-others",
      "check-again"
    ].flatMap((intent) => post(intent, nobody, 303, undefined, notDeployed)),
    ...post("comment", insiders, 404, () => ({ act: "nothing", text: "For the test" })),
    ...post("hide-comment", nobody, 303, () => ({ act: "nothing" }), { deny: NOT_FOUND }),
    ...post("show-comment", nobody, 303, () => ({ act: "nothing" }), { deny: NOT_FOUND })
  ],
  "api.signers.$id.$request.file.ts": inBoth("GET", nobody, { ...notDeployed, params: signerJson.params }),
  "api.signers.$id.$request.parts._index.ts": inBoth("POST", nobody, { ...notDeployed, ...signerJson }),
  "api.signers.$id.$request.parts.$part.ts": inBoth("POST", nobody, { ...notDeployed, ...signerJson }),
  [`${detail}.activity.tsx`]: [
    ...page(),
    ...post("uphold", moderators, 404, () => ({ report: "aaaaaaaaaaaa", reason: "For the test" })),
    ...post("dismiss", moderators, 404, () => ({ report: "aaaaaaaaaaaa", reason: "For the test" })),
    ...post("approve-post", moderators, 409, () => ({ post: "aaaaaaaaaaaa", version: "1" })),
    ...post("refuse-post", moderators, 409, () => ({ post: "aaaaaaaaaaaa", version: "1", reason: "For the test" })),
    ...post("first-posts", moderators, 200, () => ({ firstPosts: "0" }))
  ],
  [`${detail}.annissue.tsx`]: [
    ...inBoth("GET", moderators),
    ...post("publish", moderators, REFUSED),
    ...post("save-draft", moderators, REFUSED),
    ...post("delete", moderators, REFUSED),
    // A draft that does not exist is 404 for those who may have one.
    ...post("attach", moderators, 404),
    ...post("detach", moderators, 404)
  ],
  [`${detail}.annissued.tsx`]: [
    ...page(),
    ...post("correct", moderators, REFUSED),
    ...post("withdraw", moderators, REFUSED),
    ...post("read-all", insiders, 303),
    ...talkBelowAnnouncement
  ],
  ...bondRows,
  [`${detail}.discussion.tsx`]: [
    ...page(),
    ...inBoth("GET", everybody, { what: "a thread", ...onThread }),
    ...post("start", insiders, 303, () => ({ title: "A question", category: "help", body: "Where is the key?" })),
    ...post("reply", insiders, 303, () => ({ body: "Under the mat." }), onThread),
    ...inBoth("GET", everybody, { what: "posts that wait", query: () => "?waiting=1" }),
    ...post("edit-waiting", insiders, 404, () => ({ post: "aaaaaaaaaaaa", version: "1", body: "Under the mat." })),
    ...post("withdraw-waiting", signedIn, 409, () => ({ post: "aaaaaaaaaaaa" })),
    ...post("pin", moderators, 303, undefined, onThread),
    ...post("agree", insiders, 303, undefined, onThread),
    ...post("follow", signedIn, 303, () => ({ state: "following" }), onThread),
    ...post("read-all", signedIn, 303),
    // The owner started the thread: nobody reports their own, and moderators do not act on the owner.
    ...post("report", ["M", "Mo"], 200, () => ({ reason: "spam" }), onThread),
    ...post("hide", nobody, 303, () => ({ reason: "For the test" }), onThread),
    ...post("edit", owner, REFUSED, undefined, onThread),
    ...post("close", owner, 303, undefined, onThread),
    ...post("remove", owner, 303, undefined, onThread),
    ...post("attach", owner, REFUSED, undefined, onThread),
    ...post("detach", owner, 303, () => ({ "file-id": "none" }), onThread),
    ...threadButtons
  ],
  [`${detail}.delegations.tsx`]: [
    ...page(),
    // Those who may delegate are told what the empty form lacks; a delegation that does not exist cannot be withdrawn.
    ...post("delegate", insiders, REFUSED),
    ...post("withdraw", nobody, 303, undefined, { deny: NOT_IN_FORCE }),
    ...post("say", insiders, 200, () => ({ statement: "I read everything.", accepts: "on" }))
  ],
  "api.delegations.$id._index.ts": post("delegate", insiders, REFUSED),
  "api.delegations.$id.prepare.ts": inBoth("POST", insiders, { ok: REFUSED, json: () => ({}) }),
  [`${detail}.search.tsx`]: [...page(), ...page({ what: "words", query: () => "?q=garden" })],
  [`${detail}.members.tsx`]: memberRows,
  "_wallet.community.detail.$id_.invitation.tsx": invitationRows,
  [`${detail}.proposals.tsx`]: [
    ...page(),
    // Those who may propose are told what the empty form lacks; a proposal that does not exist is 404 for everybody.
    ...post("publish", insiders, REFUSED),
    ...post("cancel", everybody, 404, undefined, { query: () => "?p=9" }),
    ...post("call-off", everybody, 404, undefined, { query: () => "?p=9" }),
    ...post("progress", everybody, 404, undefined, { query: () => "?p=9" }),
    ...post("answer", everybody, 404, undefined, { query: () => "?p=9" }),
    ...post("attach", insiders, 404, undefined, { query: () => "?p=9" }),
    ...post("detach", insiders, 404, undefined, { query: () => "?draft=aaaaaaaaaaaa" }),
    ...proposalButtons,
    ...talkBelowProposal
  ],
  [`${detail}.templates.tsx`]: [
    ...inBoth("GET", moderators),
    ...post("save", moderators, REFUSED),
    ...["archive", "restore"].flatMap((intent) => post(intent, moderators, 404))
  ],
  [`${detail}.decisions.tsx`]: [
    ...page(),
    ...inBoth("GET", nobody, {
      what: "what is no year",
      query: () => "?year=2026-13",
      deny: Object.fromEntries(everybody.map((who) => [who, REFUSED]))
    })
  ],
  [`${detail}.statement.tsx`]: [
    ...page(),
    ...inBoth("GET", nobody, {
      what: "what is no month",
      query: () => "?month=2026-13",
      deny: Object.fromEntries(everybody.map((who) => [who, REFUSED]))
    })
  ],
  [`${detail}.tokenDistribution.tsx`]: distributionRows,
  [`${detail}.tokenWithdraw.tsx`]: [...page(), ...post("withdraw", signedIn, 409)],
  [`${detail}.treasury.tsx`]: page(),

  // Exports and the read API.
  "api.exports.activity.ts": inBoth("GET", everybody, ofSlug),
  "api.exports.community.ts": inBoth("GET", owner, ofSlug),
  "api.exports.distributions.ts": inBoth("GET", everybody, ofSlug),
  "api.exports.me.ts": [plain("GET", signedIn)],
  "api.exports.votes.ts": [
    plain("GET", signedIn),
    plain("GET", signedIn, { what: "as CSV", query: () => "?format=csv" })
  ],
  "api.exports.movements.ts": inBoth("GET", everybody, ofSlug),
  // The community of these tests is not deployed.
  "api.exports.statement.ts": inBoth("GET", everybody, { ...ofSlug, ok: 409 }),
  "api.exports.decisions.ts": inBoth("GET", everybody, ofSlug),
  "api.exports.members.ts": inBoth("GET", moderators, ofSlug),
  "api.events.ts": inBoth("GET", everybody, { query: ({ id }) => `?community=${id}&since=0` }),
  "api.exports.proposals.ts": inBoth("GET", everybody, ofSlug),
  "explore.$slug.proposals.$n.ballots[.]json.ts": noVote,
  "explore.$slug.proposals.$n.ballots[.]csv.ts": noVote,
  "explore.$slug.proposals.$n.ballots[.]blt.ts": noVote,
  "explore.$slug.proposals.$n.records[.]csv.ts": noVote,
  "api.v1.communities.$slug.proposals._index.ts": publicProfile,
  "api.v1.communities.$slug.proposals.$n.ts": noVote,
  "api.v1.communities._index.ts": open,
  "api.v1.openapi[.]json.ts": open,
  "api.v1.communities.$slug._index.ts": publicProfile,
  "explore.$slug.picture[.]png.ts": publicProfile,
  "explore.$slug.proposals.$n.picture[.]png.ts": noVote,
  "explore.$slug.bonds.$code.picture[.]png.ts": inBoth("GET", everybody, {
    ok: 404,
    params: ({ slug }) => ({ slug, code: "GRD-2027A" })
  }),
  "explore.$slug.calendar[.]ics.ts": publicProfile,
  "explore.$slug.feed[.]xml.ts": publicProfile,
  "calendar.$secret.ts": [plain("GET", everybody, { ok: 404, params: () => ({ secret: "nothing" }) })],

  // Calls made by pages.
  "api.claims.$id.ts": inBoth("GET", signedIn),
  "api.budgets.$id.$number.report.ts": inBoth("GET", everybody, {
    ok: 404,
    params: ({ id }) => ({ id, number: "1" })
  }),
  "api.expenses.$id.report.ts": inBoth("GET", everybody),
  "api.expenses.$id.$number.files.$file.ts": noFile("1"),
  "api.threads.$id.$number.files.$file.ts": noFile("1"),
  "api.proposals.$id.$number.files.$file.ts": [...noFile("1"), ...noFile("aaaaaaaaaaaa")],
  "api.announcements.$id.$number.files.$file.ts": [...noFile("1"), ...noFile("aaaaaaaaaaaa")],
  "api.distributions.$id.$number.report.ts": inBoth("GET", everybody, {
    ok: 404,
    params: ({ id }) => ({ id, number: "1" })
  }),
  "api.ballots._index.ts": [plain("POST", signedIn, { ok: REFUSED, json: () => ({}) })],
  "api.ballots.$proposal.receipt.ts": [
    plain("GET", signedIn, { ok: 404, params: () => ({ proposal: "proposalaaaa" }) })
  ],
  // A vote that does not exist has no voters.
  "api.ballots.$proposal.accounts.ts": [
    plain("GET", signedIn, { params: () => ({ proposal: "proposalaaaa" }) }),
    plain("POST", nobody, {
      what: "another method",
      deny: Object.fromEntries(everybody.map((who) => [who, 405])),
      params: () => ({ proposal: "proposalaaaa" })
    })
  ],
  "api.verify.ts": [
    plain("GET", everybody, { ok: REFUSED, query: () => "?transaction=nothing" }),
    plain("POST", nobody, {
      what: "another method",
      deny: Object.fromEntries(everybody.map((who) => [who, 405]))
    })
  ],
  "api.receipts.ts": [
    plain("GET", everybody, {
      query: () => `?kind=bond&of=communityaaa&number=R-GRD-2027A-000001&digest=${"0".repeat(64)}`
    }),
    plain("GET", nobody, {
      what: "a question of another form",
      deny: Object.fromEntries(everybody.map((who) => [who, 400]))
    })
  ],
  "api.ballots.prepare.ts": [plain("POST", signedIn, { ok: REFUSED, json: () => ({}) })],
  "api.proposals.$id._index.ts": [
    ...post("publish", insiders, REFUSED),
    ...post("edit", insiders, 404, undefined, { query: () => "?p=9" })
  ],
  "api.announcements.$id._index.ts": post("publish", moderators, REFUSED),
  "api.proposals.$id.prepare.ts": inBoth("POST", insiders, { ok: REFUSED, json: () => ({}) }),
  "api.proposals.$id.$number.file.ts": inBoth("GET", everybody, {
    ok: 404,
    params: ({ id }) => ({ id, number: "9" })
  }),
  "api.announcements.$id.prepare.ts": inBoth("POST", moderators, { ok: REFUSED, json: () => ({}) }),
  "api.announcements.$id.$number.file.ts": inBoth("GET", everybody, {
    ok: 404,
    params: ({ id }) => ({ id, number: "1" })
  }),
  "api.drafts.ts": [
    plain("GET", signedIn, { query: () => "?place=create" }),
    plain("POST", signedIn, { ok: REFUSED, json: () => ({}) }),
    plain("DELETE", signedIn, { query: () => "?place=create" })
  ],
  "api.prepared-transactions.$id.ts": [
    plain("GET", nobody, { params: () => ({ id: "nothing" }), deny: NOT_FOUND }),
    plain("POST", nobody, { params: () => ({ id: "nothing" }), deny: NOT_FOUND, json: () => ({}) })
  ],
  "api.notifications.ts": open,
  "api.preview.ts": [plain("POST", signedIn, { json: () => ({ text: "Hello" }) })],
  "api.push.ts": [plain("POST", signedIn, { ok: REFUSED, json: () => ({}) })],
  "api.read.ts": [plain("POST", signedIn, { ok: REFUSED, json: () => ({}) })],
  "api.slugs.ts": [plain("GET", withProfile, { query: () => "?slug=a-new-one" })],
  "api.tags.ts": open,
  "api.$.ts": [plain("GET", everybody, { ok: 404, params: () => ({ "*": "nothing" }) })],

  // Calls of people and of the wallet, tested with every misuse of them (docs/product/people.md).
  "api.csp-report.ts": elsewhere("tests/e2e/public-pages.test.ts"),
  "api.email-verification.ts": elsewhere("tests/effects/people/backend/routes.test.ts"),
  "api.image-upload.base.ts": elsewhere("tests/effects/people/backend/routes.test.ts"),
  "api.image-upload.signature.ts": elsewhere("tests/effects/people/backend/routes.test.ts"),
  "api.user.signup.ts": elsewhere("tests/effects/people/backend/routes.test.ts"),
  "files.$.ts": elsewhere("tests/effects/people/backend/routes.test.ts"),
  "api.wallet.challenge.ts": elsewhere("tests/effects/people/wallet-session/routes.test.ts"),
  "api.wallet.session.ts": elsewhere("tests/effects/people/wallet-session/routes.test.ts"),

  // Documents.
  "[.]well-known.radix[.]json.ts": open,
  "[.]well-known.security[.]txt.ts": open,
  "blog.feed[.]xml.ts": open,
  "robots[.]txt.ts": open,
  "sitemap[.]xml.ts": open,
  "healthz.ts": open,
  "readyz.ts": open,

  // Endpoints of local mode, open to the machine itself.
  "local.clock.ts": elsewhere("tests/effects/people/backend/routes.test.ts"),
  "local.beacon.$chain.public.$round.ts": elsewhere("tests/effects/local/beaconRoute.test.ts"),
  "local.faults.ts": elsewhere("tests/effects/people/wallet-session/routes.test.ts"),
  "local.fund.ts": elsewhere("tests/effects/local/fundRoute.test.ts"),
  "local.gateway.$.ts": elsewhere("tests/effects/chain/ledger/Ledger.test.ts"),
  "local.mailbox._index.tsx": open,
  "local.mailbox[.]json.ts": open,
  "local.styleguide.tsx": open
}
