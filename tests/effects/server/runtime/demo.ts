/**
 * The real runtime with the demonstration's data, and two more votes; every statement that a request sends is counted.
 * Statements of jobs and of the demonstration itself, which run concurrently, are not.
 */
import { SqlClient } from "@effect/sql"
import type { ActionFunctionArgs } from "@remix-run/node"
import { Effect, Option, Schedule } from "effect"
import type { CommunityId } from "~/effects/access/Community"
import { randomId } from "~/effects/base/text/random.server"
import { CommunitiesRepo } from "~/effects/communities/communities/CommunitiesRepo.server"
import { AnnouncementId } from "~/effects/conversation/announcements/Announcement"
import { Announcements } from "~/effects/conversation/announcements/Announcements.server"
import { Openings } from "~/effects/governance/proposals/Openings.server"
import { Proposals } from "~/effects/governance/proposals/Proposals.server"
import { ProposalId } from "~/effects/governance/votes/fields"
import { BASIC_CHOICES } from "~/effects/governance/votes/proposal/Proposal"
import { demoAccount } from "~/effects/local/seed/accounts"
import { Sessions } from "~/effects/people/wallet-session/Sessions.server"
import type { AppServices } from "~/effects/server/layers/app.server"
import type { SeriesState } from "~/effects/treasury/bonds/Series"
import { someSignature } from "../../governance/proposals/world"
import { countStatements, statementsSent } from "./countStatements"
import { startTestServer } from "./server"

const DAY = 86_400_000
const HOUR = 3_600_000
/** The demonstration's deployed community, and its contents once its ledger is complete. */
export const GARDEN = "riverside-garden"
export const demoPeople = {
  outsider: "Theo Marchetti",
  applicant: "Elin Strand",
  member: "Amir Haddad",
  moderator: "Joaquim Teles",
  owner: "Marta Lindqvist"
} as const
export type DemoWho = "visitor" | "newcomer" | keyof typeof demoPeople

const signIn = (name: string) =>
  Effect.flatMap(Sessions, (sessions) =>
    sessions.open({ account: demoAccount(name), persona: null, userAgent: "a test", replaces: Option.none() })
  )

/** A vote as its author would publish it, open immediately. */
const propose = (communityId: CommunityId, title: string) =>
  Effect.gen(function* () {
    const { community } = Option.getOrThrow(yield* (yield* CommunitiesRepo).findById(communityId, null))
    const now = Date.now()
    yield* (yield* Proposals).publish({
      id: ProposalId.make(yield* randomId()),
      community,
      author: demoAccount(demoPeople.moderator),
      role: "moderator",
      text: {
        kind: "decision",
        title,
        summary: "One question, two answers.",
        body: "The pump by the upper beds loses water. This asks whether we mend it before the winter comes.",
        voteType: "basic",
        choices: BASIC_CHOICES,
        maxSelections: null,
        seats: null,
        reviewHours: 0,
        opensAt: now,
        closesAt: now + 5 * DAY,
        quorumPct: 25,
        thresholdPct: 66
      },
      action: null,
      threadNumber: null,
      signed: someSignature
    })
    yield* (yield* Openings).openDue
  })

const announce = (communityId: CommunityId, title: string) =>
  Effect.gen(function* () {
    yield* (yield* Announcements).issue({
      id: AnnouncementId.make(yield* randomId()),
      communityId,
      issuer: demoAccount(demoPeople.owner),
      title,
      body: "Bring gloves.",
      importance: "normal",
      pinnedUntil: Date.now() + DAY,
      publishAt: null,
      signed: null
    })
  })

/** Until the demonstration's people have signed their transactions on the ledger. */
const settled = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const [row] = yield* sql<{ readonly n: number }>`SELECT COUNT(*) AS n FROM bond_series WHERE settled_units > 0`
  return Number(row?.n) > 0
}).pipe(
  Effect.repeat({ until: (isSettled) => isSettled, schedule: Schedule.spaced("100 millis") }),
  Effect.timeout("90 seconds")
)

export const openDemo = async () => {
  countStatements()
  process.env.OPERATORS = [demoPeople.outsider, demoPeople.moderator].map(demoAccount).join(",")
  const server = await startTestServer({ seed: "demo" })
  const { respondJson } = await import("~/effects/server/runtime.server")
  const { demoCommunityId } = await import("~/effects/local/seed/DemoSeed.server")
  const id = demoCommunityId(GARDEN)

  const argsOf = (
    address: string,
    params: Readonly<Record<string, string>>,
    token?: string,
    json?: unknown
  ): ActionFunctionArgs => ({
    request: new Request(`${server.origin}${address}`, {
      headers: {
        ...(token === undefined ? {} : { Cookie: `__Host-session=${token}` }),
        ...(json === undefined ? {} : { "Content-Type": "application/json" })
      },
      ...(json === undefined ? {} : { method: "POST", body: JSON.stringify(json) })
    }),
    params: { ...params },
    context: { requestId: "a visit", nonce: "", address: "192.0.2.7" }
  })

  const within = async <A>(
    program: Effect.Effect<A, unknown, Sessions | AppServices | CommunitiesRepo>
  ): Promise<A> => {
    let value: { readonly is: A } | undefined
    const response = await respondJson(
      argsOf("/local/stage", {}),
      program.pipe(
        Effect.orDie,
        Effect.provide(CommunitiesRepo.Default),
        Effect.map((is) => {
          value = { is }
          return null
        })
      )
    )
    if (value === undefined) throw new Error(`the demonstration is not there: ${await response.text()}`)
    return value.is
  }

  await within(settled)
  const tokens = await within(
    Effect.gen(function* () {
      for (const title of ["Mend the pump", "A second compost heap"]) yield* propose(id, title)
      for (const title of ["Digging day", "The shed has a new key"]) yield* announce(id, title)
      const tokens: Partial<Record<DemoWho, string>> = { newcomer: yield* signIn("Nobody yet") }
      for (const [who, name] of Object.entries(demoPeople)) tokens[who as keyof typeof demoPeople] = yield* signIn(name)
      return tokens
    })
  )
  const tokenOf = (who: DemoWho) => (who === "visitor" ? undefined : tokens[who])
  /** Nobody was here for an hour: the next use of each session is a visit, which is recorded. */
  const afterAnHour = () =>
    within(Effect.flatMap(SqlClient.SqlClient, (sql) => sql`UPDATE sessions SET last_seen_at = ${Date.now() - HOUR}`))
  /**
   * Calls all loaders of one page concurrently, as Remix does for a document, and returns how many statements they
   * sent.
   */
  const visit = async (
    loaders: ReadonlyArray<(args: ActionFunctionArgs) => unknown>,
    address: string,
    params: Readonly<Record<string, string>>,
    who: DemoWho
  ) => {
    const before = statementsSent()
    const args = argsOf(address, params, tokenOf(who))
    const ends = await Promise.allSettled(loaders.map((loader) => loader({ ...args, request: args.request.clone() })))
    return { statements: statementsSent() - before, ends }
  }
  /** Calls a resource route, with JSON if given. */
  const call = (
    action: (args: ActionFunctionArgs) => Promise<Response>,
    json: unknown,
    who: DemoWho,
    params: Readonly<Record<string, string>> = {}
  ) => action(argsOf("/", params, tokenOf(who), json))
  /** Posts a page's form. */
  const post = <A>(action: (args: ActionFunctionArgs) => A, form: Readonly<Record<string, string>>, who: DemoWho) => {
    const { context, params, request } = argsOf("/", {}, tokenOf(who))
    const posted = new Request(request, { method: "POST", body: new URLSearchParams(form) })
    return action({ context, params, request: posted })
  }
  /** The series of the demonstration, in their current states. */
  const series = () =>
    within(
      Effect.flatMap(
        SqlClient.SqlClient,
        (sql) => sql<{
          readonly code: string
          readonly slug: string
          readonly state: SeriesState
        }>`SELECT s.code, s.state, c.slug FROM bond_series s
          JOIN communities c ON c.id = s.community_id ORDER BY s.code`
      )
    )
  return { id, afterAnHour, call, post, visit, within, series, stop: server.stop }
}
