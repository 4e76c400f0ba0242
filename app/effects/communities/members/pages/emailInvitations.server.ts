/** Invitations by e-mail on the members page: the list that was brought, those that were sent, and a link as a QR code. */
import { Effect } from "effect"
import type { Inside } from "~/effects/access/Inside"
import { requireAllowed } from "~/effects/access/must"
import type { AccountAddress } from "~/effects/base/addresses/addresses"
import { Sql } from "~/effects/base/db/statements.server"
import { InvalidFields } from "~/effects/base/failures/failures"
import { atomically } from "~/effects/base/limits/atomically.server"
import { widthOf } from "~/effects/base/lists/Sheet"
import { columnName } from "~/effects/base/lists/sheetWords"
import { type Done, textOf } from "~/effects/base/remix/pageAction.server"
import { Settings } from "~/effects/base/settings/Settings.server"
import { grouped } from "~/effects/base/text/grouped"
import { qrPath } from "~/effects/base/text/qr.server"
import { inside } from "~/effects/communities/communities/inside.server"
import { undoable } from "~/effects/communities/undo/pages/undo.server"
import { EmailInvitations } from "../EmailInvitations.server"
import * as Forms from "../forms"
import { InvitationLists } from "../InvitationLists.server"
import { inviteLink, membersPath } from "../joining"
import type { Invite } from "../Member"
import type { InvitationsView, PeopleView } from "../page"
import { MOST_PEOPLE, type PeopleReading, peopleColumns } from "../peopleList"
import { once, read, sheetIn } from "./memberForms.server"

const SHOWN = 500
const SHOWN_WRONG = 50
const HEADERS = 10
const LETTERS = 5
const CELL = 60

const pathOf = ({ community }: Inside, more = "") => `${membersPath(community.id)}?tab=invitations${more}`

const labelOf = (
  rows: ReadonlyArray<{ readonly line: number; readonly cells: ReadonlyArray<string> }>,
  header: number
) => {
  const headings = rows.find(({ line }) => line === header)?.cells ?? []
  const first = rows.find(({ line }) => line > header)?.cells ?? []
  return (at: number): string => {
    const heading = (headings[at] ?? "").slice(0, CELL)
    const example = (first[at] ?? "").slice(0, CELL)
    return [columnName(at), heading, example === "" ? "" : `such as “${example}”`]
      .filter((part) => part !== "")
      .join(" · ")
  }
}

const peopleOf = Effect.fn("members.peopleOf")(function* (here: Inside) {
  const account = yield* requireAllowed(here, "invite")
  const found = yield* (yield* InvitationLists).find(here.community.id, account)
  if (found === null) return null
  const { people, question, reading, rows, seen } = found
  const count = (state: (typeof people)[number]["state"]) => people.filter((person) => person.state === state).length
  const absent = people.filter(({ state }) => state === "new" || state === "invited" || state === "declined")
  const wrong = people.flatMap(({ line, problem }) => (problem === null ? [] : [{ line, problem }]))
  const label = labelOf(rows, reading.columns.header)
  const view: PeopleView = {
    seen,
    file: reading.file,
    question,
    columns: reading.columns,
    hasRightLetters: reading.hasRightLetters,
    asksLetters: reading.encoding === "windows-1252",
    letters: rows
      .flatMap(({ cells }) => cells.filter((cell) => /[^\u0020-\u007e]/.test(cell)))
      .slice(0, LETTERS)
      .map((cell) => cell.slice(0, CELL)),
    options: Array.from({ length: widthOf(rows) }, (_, at) => label(at)),
    headers: rows.slice(0, HEADERS).map(({ cells, line }) => ({ line, text: cells.join(", ").slice(0, CELL) })),
    joined: people
      .flatMap(({ by, email, name, state }) => (state === "joined" ? [{ email, name, by }] : []))
      .slice(0, SHOWN),
    counts: { joined: count("joined"), invited: count("invited"), declined: count("declined"), fresh: count("new") },
    absent: absent.slice(0, SHOWN).map(({ email, line, name, state }) => ({ email, line, name, state })),
    isAbsentCut: absent.length > SHOWN,
    wrong: wrong.slice(0, SHOWN_WRONG),
    wrongCount: wrong.length,
    room: yield* (yield* EmailInvitations).room(here.community.id, account)
  }
  return view
})

/** The cursor "1764354000000~marta@example.org" of an address. */
const cursorIn = (text: string | null) => {
  const [, at, email] = /^(\d{1,16})~(\S{3,254})$/.exec(text ?? "") ?? []
  return at === undefined || email === undefined ? null : { at: Number(at), email }
}

/** What the tab shows besides the links: the list that was brought, one link as a QR code, or what was sent. */
export const invitationsView = Effect.fn("members.invitationsView")(function* (
  here: Inside,
  asked: URLSearchParams,
  links: ReadonlyArray<Invite>
) {
  const none: InvitationsView = { people: null, qr: null, sent: null, isBrought: false }
  const code = asked.get("qr")
  if (code !== null) {
    const invite = links.find((each) => each.code === code)
    if (invite === undefined) return none
    const { appOrigin } = yield* Settings
    const link = inviteLink(appOrigin, here.community.id, invite.code)
    return { ...none, qr: { invite, link, ...qrPath(link) } } satisfies InvitationsView
  }
  if (asked.has("list")) {
    const people = yield* peopleOf(here)
    return { ...none, people, isBrought: true } satisfies InvitationsView
  }
  const { counts, invitations, next } = yield* (yield* EmailInvitations).page(
    here.community.id,
    cursorIn(asked.get("before"))
  )
  const sent = { counts, invitations, next: next === null ? null : `${next.at}~${next.email}` }
  return { ...none, sent } satisfies InvitationsView
})

const refuse = (field: string, message: string) => new InvalidFields({ fields: { [field]: message } })

/** Stores a list for the page that asks what to do with it. Nobody is invited yet. */
const readPeople = (form: FormData) =>
  Effect.gen(function* () {
    const here = yield* inside
    const account = yield* requireAllowed(here, "invite")
    const sheet = yield* sheetIn(form)
    if (sheet.rows.length === 0) return yield* refuse("csv", "The list is empty.")
    if (sheet.rows.length > MOST_PEOPLE + HEADERS) {
      const rows = grouped(sheet.rows.length)
      return yield* refuse(
        "csv",
        `This list has ${rows} rows, and one list can have ${grouped(MOST_PEOPLE)}. Split it; a community can send 500 invitations a day.`
      )
    }
    yield* (yield* InvitationLists).put(here.community.id, account, sheet)
    return { to: pathOf(here, "&list=1") } satisfies Done
  })

const numberOf = (text: string, otherwise: number) => (/^-?\d{1,6}$/.test(text) ? Number(text) : otherwise)

/** Other headings have other columns, unless the person chose them together. */
const decided = (reading: PeopleReading, rows: Parameters<typeof peopleColumns>[0], form: FormData): PeopleReading => {
  const header = numberOf(textOf(form, "header"), reading.columns.header)
  const width = widthOf(rows)
  const column = (field: "email" | "name") => {
    const at = numberOf(textOf(form, field), reading.columns[field])
    return at >= 0 && at < width ? at : -1
  }
  const chosen = { header, email: column("email"), name: column("name") }
  const isMoved = header !== reading.columns.header && chosen.email === reading.columns.email
  return {
    ...reading,
    columns: isMoved ? peopleColumns(rows, header) : chosen,
    hasRightLetters: reading.encoding !== "windows-1252" || form.has("letters")
  }
}

const stored = Effect.fn("members.stored")(function* ({ community: { id } }: Inside, account: AccountAddress) {
  const found = yield* (yield* InvitationLists).find(id, account)
  return found ?? (yield* refuse("list", "The list is not stored any more. Bring it again."))
})

const decidePeople = (form: FormData) =>
  Effect.gen(function* () {
    const here = yield* inside
    const account = yield* requireAllowed(here, "invite")
    const { reading, rows } = yield* stored(here, account)
    const next = decided(reading, rows, form)
    if (next.columns.email >= 0 && next.columns.email === next.columns.name) {
      return yield* refuse("name", "Choose another column for the names, or none.")
    }
    yield* (yield* InvitationLists).read(here.community.id, account, next)
    return { to: pathOf(here, "&list=1") } satisfies Done
  })

/** Invites everybody on the stored list who has not joined and is not invited, as far as the day's limit goes. */
const invitePeople = (form: FormData) =>
  Effect.gen(function* () {
    const here = yield* inside
    const account = yield* requireAllowed(here, "invite")
    const { days, seen } = yield* read(Forms.InvitePeopleForm, form)
    const sql = yield* Sql
    const [lists, invitations] = [yield* InvitationLists, yield* EmailInvitations]
    const write = Effect.gen(function* () {
      yield* invitations.alone(here.community.id, account)
      const found = yield* stored(here, account)
      if (found.seen !== seen) {
        return yield* refuse("list", "The list was changed after you opened this page. Check it again, then invite.")
      }
      if (found.question !== null) return yield* refuse(found.question.field, found.question.message)
      const fresh = found.people.filter(({ state }) => state === "new")
      if (fresh.length === 0) return yield* refuse("list", "Everybody on this list has joined or is invited already.")
      const many = yield* invitations.invite(here, fresh, days)
      if (many === fresh.length) yield* lists.remove(here.community.id, account)
      return pathOf(here, `${many === fresh.length ? "" : "&list=1"}&invited=${many}`)
    }).pipe(atomically(sql))
    const done = yield* once(here, form, { days, seen }, write)
    yield* invitations.wake
    return done
  })

const discardPeople = () =>
  Effect.gen(function* () {
    const here = yield* inside
    const account = yield* requireAllowed(here, "invite")
    const { remove } = yield* InvitationLists
    const removal = { kind: "people-list", communityId: here.community.id, path: pathOf(here, "&list=1") } as const
    yield* undoable(
      removal,
      Effect.map(remove(here.community.id, account), (invitationLists) =>
        invitationLists.length === 0 ? null : { invitationLists }
      )
    )
    return { to: pathOf(here) } satisfies Done
  })

const resend = (form: FormData) =>
  Effect.gen(function* () {
    const here = yield* inside
    const { email } = yield* read(Forms.InvitedForm, form)
    const invitations = yield* EmailInvitations
    const sent = invitations.resend(here, email, Forms.USUAL_DAYS)
    const done = yield* once(here, form, { email }, Effect.as(sent, pathOf(here, "&resent=1")))
    yield* invitations.wake
    return done
  })

const withdraw = (form: FormData) =>
  Effect.gen(function* () {
    const here = yield* inside
    const { email } = yield* read(Forms.InvitedForm, form)
    const invitations = yield* EmailInvitations
    return yield* once(here, form, { email }, Effect.as(invitations.withdraw(here, email), pathOf(here)))
  })

export const invitationCommands = {
  "read-people": readPeople,
  "decide-people": decidePeople,
  "invite-people": invitePeople,
  "discard-people": discardPeople,
  "resend-invitation": resend,
  "withdraw-invitation": withdraw
} as const
