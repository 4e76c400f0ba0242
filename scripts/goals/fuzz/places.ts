/** The targets of the fuzz: addresses, forms and calls, each with what a person or a page would send. */

export interface Known {
  readonly origin: string
  readonly token: string
  readonly community: string
  readonly slug: string
}

/** Addresses of every sort of response: cached pages, guarded ones, files, feeds, calls. */
export const addresses = ({ community, slug }: Known) => [
  ...["/", "/explore", `/explore/${slug}`, `/explore/${slug}/feed.xml`, `/explore/${slug}/calendar.ics`, "/community"],
  ...[`/explore/${slug}/proposals/1`, `/explore/${slug}/proposals/1/ballots.json`, "/resources", "/blog", "/verify"],
  ...[
    "/userDashboard",
    "/userDashboard/edit",
    "/userDashboard/userProfile/nobody",
    "/myCommunities",
    "/create",
    "/support"
  ],
  ...[
    "",
    "/members",
    "/discussion",
    "/proposals",
    "/activity",
    "/annissued",
    "/annissue",
    "/bondissued",
    "/bondissue"
  ].map((part) => `/community/detail/${community}${part}`),
  ...["/tokenDistribution", "/tokenWithdraw", "/bondrecipt", "/purchasedbond", "/invitation"].map(
    (part) => `/community/detail/${community}${part}`
  ),
  ...[
    "/api/tags",
    "/api/slugs",
    "/api/notifications",
    "/api/drafts",
    "/api/v1/communities",
    "/api/v1/openapi.json",
    "/api/exports/me"
  ],
  ...[
    `/api/events`,
    "/api/exports/activity",
    "/api/exports/members",
    `/api/v1/communities/${slug}`,
    "/files/x",
    "/readyz"
  ],
  ...[
    "/local/mailbox",
    "/local/mailbox.json",
    `/local/beacon/${"0".repeat(64)}/public/1`,
    "/local/styleguide",
    "/favicon.svg",
    "/assets/x.js",
    "/.well-known/radix.json"
  ],
  ...[`/exploreDao/${slug}/deploy`, "/calendar/x", `/leave/${"a".repeat(32)}`, "/sitemap.xml", "/signup", "/temp"]
]

export const QUERY_NAMES = [
  ...[
    "q",
    "tag",
    "after",
    "tab",
    "sort",
    "p",
    "thread",
    "a",
    "d",
    "series",
    "panel",
    "part",
    "new",
    "draft",
    "secret",
    "open"
  ],
  ...[
    "place",
    "slug",
    "community",
    "since",
    "from",
    "topic",
    "person",
    "before",
    "invite",
    "batch",
    "purchase",
    "_routes",
    "page"
  ]
]

const LONG = "A text that is long enough for whatever it is put into, with words and all. "
const TAGS = { tags: "Film" }

/** Pages that store texts, with what a person would send. */
export const formsOf = ({ community, slug }: Known) => {
  const inside = `/community/detail/${community}`
  const form = (path: string, intent: string, fields: Readonly<Record<string, string>> = {}) => ({
    path,
    fields: { intent, ...fields }
  })
  const basics = {
    name: "A place",
    slug: "a-place",
    tagline: "What it is",
    description: LONG,
    visibility: "public",
    ...TAGS
  }
  const job = {
    company_name: "Garden",
    start_date: "2019-03-01",
    designation: "Bee keeper",
    description: "Tanks.",
    current: "on"
  }
  return [
    form("/", "theme", { theme: "dark" }),
    form("/signup", "withdraw-signup"),
    form("/support", "", { name: "Ada Main", email: "a@example.org", topic: "vote", message: LONG, website: "" }),
    form("/roadmap", "", { item: "nothing", wanted: "yes" }),
    form("/verify", "", { address: "/explore/open-maps/proposals/1" }),
    form("/create", "next", { step: "basics", ...basics }),
    form("/create", "draft", { step: "basics", ...basics }),
    form("/myCommunities", "mute", { community }),
    form("/undo", "undo", { removal: "a".repeat(20) }),
    form("/userDashboard", "read", { id: "aaaaaaaaaaaa" }),
    form("/userDashboard/edit", "save-profile", {
      username: "Ines Carvalho",
      bio: LONG,
      display_image: "/files/x",
      version: "1"
    }),
    form("/userDashboard/edit?tab=work", "save-work", {
      version: "1",
      ...Object.fromEntries(Object.entries(job).map(([name, value]) => [`work_history.0.${name}`, value]))
    }),
    form("/userDashboard/edit?tab=email", "ask-code", { email: "new@example.org" }),
    form("/userDashboard/edit?tab=email", "change-email", { email: "new@example.org", otp: "123456" }),
    form("/userDashboard/edit?tab=notifications", "save-email-choices", {
      timezone: "Europe/Lisbon",
      weeklyDay: "4",
      "type.reply": "now"
    }),
    form(`/exploreDao/${slug}/deploy`, "next", {
      step: "token",
      tokenName: "Maps",
      symbol: "MAP",
      supply: "10",
      divisibility: "18"
    }),
    form(`${inside}?index&panel=settings`, "save-general", {
      ...basics,
      version: "1",
      cover: "",
      "link.0.label": "Site",
      "link.0.url": "https://x.org"
    }),
    form(`${inside}?index&panel=settings`, "save-people", { joinPolicy: "open", rules: LONG, version: "1" }),
    form(`${inside}?index&panel=settings`, "hand-over", { nominee: "account_tdx_2_1" }),
    form(`${inside}/discussion?new=1`, "start", {
      title: "A question",
      category: "help",
      body: LONG,
      key: "a".repeat(64)
    }),
    form(`${inside}/discussion?thread=1`, "reply", { body: LONG, parent: "", key: "b".repeat(64) }),
    form(`${inside}/discussion?thread=1`, "attach", { file: "minutes.pdf" }),
    form(`${inside}/discussion?thread=1`, "detach", { "file-id": "a".repeat(26) }),
    form(`${inside}/discussion?thread=1`, "report", { reason: "spam", note: LONG }),
    form(`${inside}/discussion?thread=1`, "hide", { reason: "For the fuzz" }),
    form(`${inside}/discussion?thread=1`, "close", { reason: "For the fuzz" }),
    form(`${inside}/discussion?waiting=1`, "edit-waiting", { post: "aaaaaaaaaaaa", version: "1", body: LONG }),
    form(`${inside}/discussion?waiting=1`, "withdraw-waiting", { post: "aaaaaaaaaaaa" }),
    form(`${inside}/activity?view=moderation`, "approve-post", { post: "aaaaaaaaaaaa", version: "1" }),
    form(`${inside}/activity?view=moderation`, "refuse-post", {
      post: "aaaaaaaaaaaa",
      version: "1",
      reason: "For the fuzz"
    }),
    form(`${inside}/activity?view=moderation`, "first-posts", { firstPosts: "1" }),
    form(`${inside}/members`, "join", { rules: "yes", note: LONG, invite: "" }),
    form(`${inside}/members`, "invite", { uses: "1", days: "7" }),
    form(`${inside}/members`, "suspend", { account: "account_tdx_2_1", reason: "For the fuzz", days: "3" }),
    form(`${inside}/members`, "read-weights", { csv: "account_tdx_2_1,5" }),
    form(`${inside}/members`, "decide-weights", {
      seen: "a".repeat(64),
      header: "0",
      "column-0": "account",
      "column-1": "amount",
      marks: "point"
    }),
    form(`${inside}/members`, "set-weights", { seen: "a".repeat(64) }),
    form(`${inside}/members`, "discard-weights", { seen: "a".repeat(64) }),
    form(`${inside}/annissue`, "save-draft", {
      id: "aaaaaaaaaaaa",
      title: "A notice",
      body: LONG,
      importance: "normal",
      version: "0",
      publishAt: "",
      pinnedUntil: ""
    }),
    form(`${inside}/annissue`, "publish", {
      id: "aaaaaaaaaaab",
      title: "A notice",
      body: LONG,
      importance: "normal",
      version: "0",
      publishAt: "",
      pinnedUntil: ""
    }),
    form(`${inside}/annissue?draft=aaaaaaaaaaaa`, "attach", { file: "minutes.pdf" }),
    form(`${inside}/annissue?draft=aaaaaaaaaaaa`, "detach", { "file-id": "a".repeat(26) }),
    form(`${inside}/annissued?a=1`, "correct", { title: "A notice", body: LONG, reason: "For the fuzz" }),
    form(`${inside}/annissued?a=1`, "withdraw", { reason: "For the fuzz" }),
    form(`${inside}/proposals?new=1`, "save-draft", {
      id: "aaaaaaaaaaaa",
      title: "A proposal",
      summary: "Short",
      body: LONG,
      kind: "decision",
      voteType: "single",
      choice: "One",
      choiceNote: "Note",
      version: "0"
    }),
    form(`${inside}/proposals?draft=aaaaaaaaaaaa`, "attach", { file: "minutes.pdf" }),
    form(`${inside}/proposals?p=1`, "detach", { "file-id": "a".repeat(26) }),
    form(`${inside}/proposals?p=1`, "cancel", { reason: "For the fuzz" }),
    form(`${inside}/proposals?p=1`, "call-off", { reason: "For the fuzz" }),
    form(`${inside}/proposals?p=1`, "reply", { body: LONG, parent: "", key: "c".repeat(64) }),
    form(`${inside}/bondissue`, "save-draft", { id: "aaaaaaaaaaaa", name: "A bond", purpose: LONG, version: "0" }),
    form(`${inside}/tokenDistribution?new=1`, "make", {
      title: "A payout",
      note: LONG,
      purpose: "reward",
      csv: "account_tdx_2_1,5"
    }),
    form(`${inside}/activity?view=moderation`, "uphold", { report: "aaaaaaaaaaaa", reason: "For the fuzz" })
  ]
}

/** Calls of pages, with what a page would send. */
export const callsOf = ({
  community
}: Known): ReadonlyArray<readonly [path: string, body: Readonly<Record<string, unknown>>]> => {
  const proof = { curve: "curve25519", publicKey: "00", signature: "00" }
  const person = { username: "Ada Main", email: "a@example.org", bio: LONG, tags: ["Film"], display_image: "/files/x" }
  return [
    [
      "/api/user/signup",
      { ...person, work_history: [], public_address: "account_tdx_2_1", newletterOpted: true, otp: "123456" }
    ],
    ["/api/email-verification?user_email=a%40example.org", {}],
    ["/api/drafts", { place: "create", data: { name: "x", nested: { list: ["y"] } }, version: null }],
    ["/api/preview", { text: LONG }],
    ["/api/read", { type: "thread", id: "aaaaaaaaaaaa", seq: 1 }],
    ["/api/ballots/prepare", { proposal: "aaaaaaaaaaaa", choice: "yes", reason: "Because" }],
    [
      "/api/ballots/prepare",
      { proposal: "aaaaaaaaaaaa", choice: ["yes"], reason: "", account: `account_tdx_2_${"1".repeat(54)}` }
    ],
    ["/api/ballots", { ballot: { reason: "Because" }, signature: proof }],
    ["/api/wallet/challenge", { purpose: "sign-in" }],
    [
      "/api/wallet/session",
      { proofs: [{ type: "account", address: "a", challenge: "00", proof }], personaLabel: "Ada" }
    ],
    ["/api/csp-report", { "csp-report": { "document-uri": "/x", "blocked-uri": "/y" } }],
    [
      `/api/proposals/${community}/prepare`,
      { title: "A proposal", summary: "Short", body: LONG, kind: "decision", choice: ["One"] }
    ],
    ["/api/push", { endpoint: "https://push.example.org/x", p256dh: "x", auth: "x" }],
    [`/api/announcements/${community}/prepare`, { title: "A notice", body: LONG, importance: "normal" }],
    [`/api/bonds/${community}/orders`, { direction: "buy", series: "aaaaaaaaaaaa", units: 1 }]
  ]
}
