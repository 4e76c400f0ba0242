/** Buttons of pages whose other rows are in matrix.ts: comments on announcements and proposals, settings, forms. */
import {
  everybody,
  inBoth,
  insiders,
  nobody,
  owner,
  plain,
  post,
  type Row,
  type Stage,
  signedIn,
  withProfile
} from "./cells"

const REFUSED = 422
const NOT_THERE = 404
const STATE = 409
const plainPosts = (intents: ReadonlyArray<string>, ok: number): ReadonlyArray<Row> =>
  intents.map((intent) => plain("POST", withProfile, { what: intent, ok, form: () => ({ intent }) }))

/** Comments on something that does not exist, with the same result for every role. */
const talk = (query: string): ReadonlyArray<Row> =>
  ["reply", "edit", "remove", "agree", "unagree", "report", "hide", "show"].flatMap((intent) =>
    post(intent, everybody, NOT_THERE, () => ({ body: "Hello", reason: "spam" }), { query: () => query })
  )

export const talkBelowAnnouncement = talk("?a=9")
// Without a post, "edit" belongs to the proposal.
export const talkBelowProposal = talk("?p=9").filter(({ what }) => what !== "edit")

export const proposalButtons: ReadonlyArray<Row> = [
  ...post("save-draft", insiders, REFUSED),
  ...post("fill", insiders, NOT_THERE),
  ...post("discard", signedIn, NOT_THERE),
  ...post("edit", insiders, NOT_THERE, undefined, { query: () => "?p=9" }),
  ...["note", "execute"].flatMap((intent) => post(intent, everybody, NOT_THERE, undefined, { query: () => "?p=9" }))
]

const onThread = { query: ({ thread }: Stage) => `?thread=${thread}` }
/** The owner started the thread. */
export const threadButtons: ReadonlyArray<Row> = [
  ...post("unagree", insiders, 303, undefined, onThread),
  ...post("unpin", ["Mo", "O"], 303, undefined, onThread),
  // The thread is open.
  ...post("reopen", owner, STATE, undefined, onThread),
  ...post("show", nobody, 303, () => ({ reason: "For the test" }), onThread)
]

/** For the owner only; nobody else learns what is missing. */
export const settingsButtons: ReadonlyArray<Row> = [
  ...["save-general", "save-people", "save-decisions", "archive", "hand-over"].flatMap((intent) =>
    post(intent, owner, REFUSED)
  ),
  ...post("unarchive", owner, STATE),
  ...["hook-add", "hook-events"].flatMap((intent) => post(intent, owner, REFUSED)),
  // There is no webhook.
  ...["hook-rotate", "hook-pause", "hook-resume", "hook-remove", "hook-test"].flatMap((intent) =>
    post(intent, owner, NOT_THERE)
  ),
  ...post("hook-again", owner, STATE),
  // Nobody was asked to take over.
  ...post("take-back", owner, STATE),
  ...post("accept", insiders, STATE),
  ...post("decline", signedIn, STATE)
]

export const createButtons: ReadonlyArray<Row> = [
  ...plainPosts(["next", "draft"], REFUSED),
  ...plainPosts(["back", "template"], 303)
]

export const mineButtons: ReadonlyArray<Row> = [
  ...inBoth("POST", signedIn, {
    what: "unmute",
    ok: 303,
    form: ({ id }) => ({ intent: "unmute", community: id }),
    strangers: { V: 401 }
  }),
  // Unfollowing a community that one does not follow or may not see reveals nothing.
  plain("POST", signedIn, { what: "unfollow", ok: 303, form: ({ id }) => ({ intent: "unfollow", community: id }) }),
  ...plainPosts(["discard"], NOT_THERE)
]

export const editButtons = plainPosts(["save-work", "ask-code", "change-email"], REFUSED)

export const siteButtons = {
  leave: plain("POST", everybody, { ok: NOT_THERE, params: () => ({ secret: "nothing" }), form: () => ({}) }),
  wish: plain("POST", signedIn, { ok: NOT_THERE, form: () => ({ item: "nothing", wanted: "yes" }) }),
  support: plain("POST", everybody, { ok: REFUSED, form: () => ({}) }),
  verify: plain("POST", everybody, { ok: REFUSED, form: () => ({}) })
}
