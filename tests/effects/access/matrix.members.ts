/** The rows of the members page: the list with its tabs, and each button with each person it could target. */
import {
  everybody,
  inBoth,
  moderators,
  nobody,
  owner,
  page,
  plain,
  post,
  type Row,
  type Stage,
  signedIn
} from "./cells"

const reason = "For the test of the matrix"
const on =
  (whom: "member" | "applicant" | "suspended" | "self" | "owner", more: Readonly<Record<string, string>> = {}) =>
  (stage: Stage) => ({ account: stage[whom], ...more })

/** Members and suspended people cannot join: 409 and 403; a repeated request gets the same response. */
const joining = { deny: { S: 403, M: 409, Mo: 409, O: 409 } } as const
const join = (form: (stage: Stage) => Readonly<Record<string, string>>, ok: number): ReadonlyArray<Row> => [
  ...post("join", ["U", "A"], ok, form, joining)
]

export const memberRows: ReadonlyArray<Row> = [
  ...page(),
  ...["applications", "invitations"].flatMap((tab) =>
    inBoth("GET", moderators, { what: `GET ${tab}`, query: () => `?tab=${tab}` })
  ),
  ...inBoth("GET", moderators, { what: "GET weights", query: () => "?tab=weights" }),
  ...inBoth("GET", moderators, { what: "GET how weights are read", query: () => "?tab=weights&read=1" }),
  ...join(() => ({ rules: "yes" }), 303),
  ...post("leave", ["A", "S", "M", "Mo"], 303),
  // Members get all notifications without following; a private community has no followers.
  ...post("follow", ["U", "A"], 303, undefined, joining),
  ...post("unfollow", signedIn, 303),
  ...post("accept", moderators, 303, on("applicant")),
  ...post("refuse", moderators, 303, on("applicant", { reason })),
  // Nobody may act on themselves, whatever their role; an applicant is not a moderator.
  ...post("accept", nobody, 303, on("self"), { what: "accept themselves", deny: { Mo: 409, O: 409 } }),
  ...post("role", owner, 303, on("member", { role: "moderator" })),
  ...post("role", nobody, 303, on("self", { role: "moderator" }), { what: "role of themselves" }),
  ...post("role", nobody, 303, on("owner", { role: "member" }), { what: "role of the owner" }),
  ...post("weight", owner, 303, on("member", { weight: "7" })),
  ...post("weight", owner, 303, on("self", { weight: "7" }), { what: "weight of themselves" }),
  ...post("read-weights", owner, 303, ({ owner: account }) => ({ csv: `${account},5` })),
  ...post("show-weights", owner, 303, ({ weights }) => ({ seen: weights })),
  ...post("decide-weights", owner, 303, ({ weights }) => ({ seen: weights })),
  ...post("set-weights", owner, 303, ({ weights }) => ({ seen: weights })),
  ...post("discard-weights", owner, 303, ({ weights }) => ({ seen: weights })),
  ...post("suspend", moderators, 303, on("member", { reason, days: "3" })),
  ...post("suspend", nobody, 303, on("self", { reason, days: "3" }), { what: "suspend themselves" }),
  ...post("suspend", nobody, 303, on("owner", { reason, days: "3" }), { what: "suspend the owner" }),
  ...post("unsuspend", moderators, 303, on("suspended", { reason })),
  ...post("unsuspend", nobody, 303, on("self", { reason }), { what: "end their own suspension" }),
  ...post("remove", owner, 303, on("member", { reason })),
  ...post("remove", nobody, 303, on("owner", { reason }), { what: "remove the owner" }),
  ...post("invite", moderators, 303, () => ({ uses: "1", days: "7" })),
  ...post("revoke", moderators, 303, ({ invite }) => ({ code: invite })),
  ...inBoth("GET", moderators, { what: "GET the list to invite", query: () => "?tab=invitations&list=1" }),
  ...inBoth("GET", moderators, { what: "GET a QR code", query: ({ invite }) => `?tab=invitations&qr=${invite}` }),
  ...post("read-people", moderators, 303, () => ({ csv: "guest@example.org,Guest" })),
  ...post("decide-people", moderators, 303, () => ({ header: "0", email: "0", name: "1" })),
  ...post("invite-people", moderators, 303, ({ seen }) => ({ days: "7", seen })),
  ...post("discard-people", moderators, 303),
  ...post("resend-invitation", moderators, 303, ({ guest }) => ({ email: guest })),
  ...post("withdraw-invitation", moderators, 303, ({ guest }) => ({ email: guest }))
]

const door = {
  params: ({ id }: Stage) => ({ id }),
  query: ({ invite }: Stage) => `?${new URLSearchParams({ invite })}`
}
const enter = { ...door, ok: 303, form: ({ invite }: Stage) => ({ intent: "join", rules: "yes", invite }) }
const led = { M: 302, Mo: 302, O: 302 }

/**
 * The page of an invitation: those who may see the community are redirected to it; for everybody else it leads into a
 * hidden community.
 */
export const invitationRows: ReadonlyArray<Row> = [
  { ...plain("GET", everybody, { ...door, ok: 302 }), in: "public" },
  plain("GET", ["V", "K", "U", "A", "S"], { ...door, what: "GET of a private one", deny: led }),
  { ...plain("POST", ["U", "A"], { ...enter, ...joining }), in: "public" },
  plain("POST", ["U", "A"], { ...enter, ...joining, what: "join a private one" })
]
