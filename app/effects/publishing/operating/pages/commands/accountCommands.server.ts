/** Commands that find people and communities and act on an account. */
import { Effect, Stream } from "effect"
import { inUtc } from "~/effects/base/text/moments"
import { ownDataOf } from "~/effects/people/account/pages/ownData.server"
import type { FoundPerson } from "~/effects/publishing/operating/console"
import { AccountCare, MOST_DAYS, onAccount, readDays } from "../../AccountCare.server"
import { FoundCommunities } from "../../FoundCommunities.server"
import { FoundPeople } from "../../FoundPeople.server"
import { type Operator, orderOf } from "../../Operator"
import { OperatorLog, searchView } from "../../OperatorLog.server"
import { Closing } from "../Closing.server"
import { act, actOnMany, type Call, Misused, type Said, table } from "./Command.server"

const day = (at: number | null) => (at === null ? "" : inUtc("day", at))

const stateOf = ({ suspension }: FoundPerson): string => {
  if (suspension === null) return "active"
  if (suspension.kind === "closed") return "closed"
  const until = suspension.suspendedUntil
  return until === null ? "suspended" : `suspended until ${inUtc("moment", until)} UTC`
}

/** 1 to 3,650 days; without a number the suspension has no end. */
export const daysOf = (text: string | undefined): Effect.Effect<number | null, Misused> => {
  if (text === undefined) return Effect.succeed(null)
  const days = readDays(text)
  return days === undefined
    ? new Misused({ message: `--days takes a number from 1 to ${MOST_DAYS}; omit it to suspend without an end.` })
    : Effect.succeed(days)
}

type Searched = Pick<Call, "by" | "limit" | "words">
type Asked = Pick<Call, "by" | "reason" | "words">

const noteSearch = (by: Operator, text = "", found: Parameters<typeof searchView>[1] = {}) =>
  Effect.gen(function* () {
    const view = searchView(text.trim(), found)
    if (view === undefined) return
    yield* (yield* OperatorLog).recordView({ by, reason: "Through the command line." }, view.summary, view.target)
  })

export const accountCommands = {
  people: {
    takes: "[TEXT]",
    what: "people whose name or e-mail address contains the text, newest first",
    words: [0, 1],
    needsReason: false,
    run: ({ by, limit, words }: Searched) =>
      Effect.gen(function* () {
        const found = yield* (yield* FoundPeople).list(words[0] ?? "", limit)
        yield* noteSearch(by, words[0], { people: found })
        const lines = table(
          found.map((person) => [
            person.name,
            person.email ?? "",
            day(person.joinedAt),
            stateOf(person),
            person.account
          ])
        )
        return { lines: lines.length === 0 ? ["Nobody found."] : lines, data: found } satisfies Said
      })
  },
  person: {
    takes: "PERSON",
    what: "one person: communities, sessions, reports (PERSON is an account, a name or an e-mail address)",
    words: [1, 1],
    needsReason: true,
    run: ({ by, reason, words }: Asked) =>
      Effect.gen(function* () {
        const order = yield* orderOf(by, reason ?? "")
        const person = yield* (yield* FoundPeople).details(words[0] ?? "")
        yield* (yield* OperatorLog).recordView(order, "Viewed a person", onAccount(person))
        const places = person.communities.map(({ name, role }) => `${name} (${role})`).join(", ")
        const seen = person.lastSeenAt === null ? "" : `, last seen ${inUtc("moment", person.lastSeenAt)} UTC`
        const lines = table([
          ["Name", person.name],
          ["Account", person.account],
          ["E-mail", person.email ?? "none"],
          ["Joined", day(person.joinedAt) || "no profile"],
          ["State", stateOf(person)],
          ...(person.suspension === null ? [] : [["Reason", person.suspension.reason]]),
          ["Communities", places || "none"],
          ["Signed in", `${person.sessions === 1 ? "in 1 browser" : `in ${person.sessions} browsers`}${seen}`],
          ["Open reports", String(person.openReports)]
        ])
        return { lines, data: person } satisfies Said
      })
  },
  communities: {
    takes: "[TEXT]",
    what: "communities by name, address or owner, newest first, including private ones",
    words: [0, 1],
    needsReason: false,
    run: ({ by, limit, words }: Searched) =>
      Effect.gen(function* () {
        const found = yield* (yield* FoundCommunities).list(words[0] ?? "", limit)
        yield* noteSearch(by, words[0], { communities: found })
        const lines = table(
          found.map(({ createdAt, id, members, name, owner, slug, stage, visibility }) => [
            name,
            slug,
            `${visibility}, ${stage}`,
            `${members} ${members === 1 ? "member" : "members"}`,
            `of ${owner}`,
            day(createdAt),
            id
          ])
        )
        return { lines: lines.length === 0 ? ["No community found."] : lines, data: found } satisfies Said
      })
  },
  "own-data": {
    takes: "PERSON",
    what: "everything that is stored about a person, as the file they can download themselves",
    words: [1, 1],
    needsReason: true,
    run: ({ by, reason, words }: Asked) =>
      Effect.gen(function* () {
        const order = yield* orderOf(by, reason ?? "")
        const person = yield* (yield* FoundPeople).one(words[0] ?? "")
        // Logged before the data is read, so that the log is complete even if the export fails.
        yield* (yield* OperatorLog).record(order, "own-data", "Exported their data", onAccount(person))
        const text = yield* Stream.mkString(yield* ownDataOf(person.account))
        return { lines: text.trimEnd().split("\n"), data: JSON.parse(text) } satisfies Said
      })
  },
  "end-sessions": act("PERSON", "signs a person out everywhere", (who, order) =>
    Effect.flatMap(AccountCare, (care) => care.endSessions(who, order))
  ),
  suspend: actOnMany(
    "PERSON… [--days N] [--preview]",
    "suspends accounts, for some days or without an end; all of them or none",
    (people, order, call) =>
      Effect.gen(function* () {
        const days = yield* daysOf(call.days)
        const care = yield* AccountCare
        const [only = "", ...others] = people
        return yield* others.length === 0 ? care.suspend(only, days, order) : care.suspendAll(people, days, order)
      })
  ),
  unsuspend: actOnMany(
    "PERSON… [--preview]",
    "lifts suspensions, or lets closed accounts sign up again; all of them or none",
    (people, order) =>
      Effect.flatMap(AccountCare, (care) => {
        const [only = "", ...others] = people
        return others.length === 0 ? care.unsuspend(only, order) : care.unsuspendAll(people, order)
      })
  ),
  close: act("PERSON", "removes the profile permanently and blocks the account from signing up again", (who, order) =>
    Effect.flatMap(Closing, (closing) => closing.close(who, order))
  )
} as const
