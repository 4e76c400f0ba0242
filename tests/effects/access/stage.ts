/** The real handlers over a database of their own, and the people and communities of the matrix. */

import type { SqlClient } from "@effect/sql"
import type { ActionFunctionArgs } from "@remix-run/node"
import { Effect, Layer } from "effect"
import type { AccountAddress } from "~/effects/base/addresses/addresses"
import { hashOf } from "~/effects/base/text/digest"
import { CommunitiesRepo } from "~/effects/communities/communities/CommunitiesRepo.server"
import { MembershipsRepo } from "~/effects/communities/communities/MembershipsRepo.server"
import { demoAccount } from "~/effects/local/seed/accounts"
import { AccountSuspensions } from "~/effects/people/suspension/AccountSuspensions.server"
import { UsersRepo } from "~/effects/people/users/UsersRepo.server"
import type { Sessions } from "~/effects/people/wallet-session/Sessions.server"
import { found, join } from "../communities/communities/world"
import { signIn } from "../publishing/dashboard/visits"
import { startTestServer } from "../server/runtime/server"
import { people, type Row, type Stage, type Who } from "./cells"

const accountsOf = (what: string) =>
  Object.fromEntries(people.map((who) => [who, demoAccount(`${what} ${who}`)])) as Record<Who, AccountAddress>
const accounts = accountsOf("Matrix")
/** For each role, people of their own to act on; every community uses the same accounts, in different rows. */
const others = {
  member: accountsOf("matrix member"),
  applicant: accountsOf("matrix applicant"),
  suspended: accountsOf("matrix suspended")
}
const memberships = {
  A: { status: "applied" },
  S: { status: "suspended", suspendedUntil: Date.now() + 20 * 86_400_000 },
  M: {},
  Mo: { role: "moderator" },
  X: { role: "moderator" },
  O: { role: "owner" }
} as const

const repos = Layer.mergeAll(
  AccountSuspensions.Default,
  UsersRepo.Default,
  CommunitiesRepo.Default,
  MembershipsRepo.Default
)
const statusOf = (response: unknown): number => {
  if (response instanceof Response) return response.status
  const init = typeof response === "object" && response !== null && "init" in response ? response.init : undefined
  const status = typeof init === "object" && init !== null && "status" in init ? init.status : undefined
  return typeof status === "number" ? status : 200
}

/** A row of a membership for somebody to act on. */
const targetOf = (
  accountAddress: AccountAddress,
  changes: { readonly status?: "applied" | "suspended"; readonly suspendedUntil?: number } = {}
) => ({
  accountAddress,
  nameKey: accountAddress,
  role: "member",
  status: "active",
  weight: 1,
  joinedAt: 1,
  suspendedUntil: null as number | null,
  createdAt: 1,
  updatedAt: 1,
  ...changes
})

let visits = 0
/** A new network each time, because limits per network are not tested here. */
const nextAddress = () => {
  visits += 1
  return `10.${Math.floor(visits / 256) % 256}.${visits % 256}.1`
}

export const openStage = async () => {
  process.env.OPERATORS = accounts.Op
  const server = await startTestServer()
  const { SqlClient: Sql } = await import("@effect/sql")
  const { respondJson } = await import("~/effects/server/runtime.server")
  const { atomically } = await import("~/effects/base/limits/atomically.server")
  const args = (request: Request, params = {}): ActionFunctionArgs => ({
    request,
    params,
    context: { requestId: "a request of the matrix", nonce: "", address: nextAddress() }
  })

  /** Runs a program in the server's own runtime. */
  const within = async <A>(
    program: Effect.Effect<
      A,
      unknown,
      AccountSuspensions | UsersRepo | CommunitiesRepo | MembershipsRepo | Sessions | SqlClient.SqlClient
    >
  ): Promise<A> => {
    let value: { readonly is: A } | undefined
    const response = await respondJson(
      args(new Request(`${server.origin}/`)),
      program.pipe(
        Effect.orDie,
        Effect.provide(repos),
        Effect.tap((is) => {
          value = { is }
        }),
        Effect.as(null)
      )
    )
    if (value === undefined) throw new Error(`the stage could not be set: ${await response.text()}`)
    return value.is
  }

  const tokens = await within(
    Effect.gen(function* () {
      const users = yield* UsersRepo
      const held: Partial<Record<Who, string>> = {}
      for (const who of people) {
        if (who === "V") continue
        if (who !== "K" && who !== "W") {
          yield* users.insert({
            accountAddress: accounts[who],
            username: `Matrix ${who}`,
            email: `${who}@example.org`.toLowerCase(),
            bio: "I am somebody in a matrix.",
            displayImage: "/files/none/-/preview/1000x562/",
            tags: ["Film", "Food", "Energy", "Climate", "Law"],
            workHistory: [],
            newsletter: false
          })
        }
        held[who] = yield* signIn(accounts[who])
      }
      const suspensions = yield* AccountSuspensions
      yield* suspensions.set(accounts.X, { kind: "suspended", reason: "A row of the matrix.", suspendedUntil: null })
      return held
    })
  )

  let count = 0
  /** A community with a person of every role, a thread, and for each role target people and an invitation. */
  const build = (isPrivate: boolean) =>
    within(
      Effect.gen(function* () {
        const sql = yield* Sql.SqlClient
        // A row may withdraw it.
        yield* sql`INSERT INTO signup_requests ${sql.insert({
          accountAddress: accounts.W,
          usernameKey: "matrix w",
          emailKey: "w@example.org",
          profile: JSON.stringify({
            accountAddress: accounts.W,
            username: "Matrix W",
            email: "w@example.org",
            bio: "I am somebody in a matrix.",
            displayImage: "/files/none/-/preview/1000x562/",
            tags: ["Film", "Food", "Energy", "Climate", "Law"],
            workHistory: [],
            newsletter: false
          }),
          attempts: 1,
          requestedAt: Date.now(),
          mayAskAgain: 1
        })} ON CONFLICT (account_address) DO NOTHING`
        const slug = `matrix-${++count}`
        const made = found({
          slug,
          visibility: isPrivate ? "private" : "public",
          ownerAddress: accounts.O,
          joinPolicy: "open"
        })
        const { governance, id } = yield* made
        yield* sql`UPDATE communities SET governance = ${JSON.stringify({ ...governance, weightMode: "assigned" })}
          WHERE id = ${id}`
        for (const [who, changes] of Object.entries(memberships)) yield* join(id, accounts[who as Who], changes)
        // Everybody to act on in one statement for each table: six hundred communities are built.
        const targets = people.flatMap((who) => [
          targetOf(others.member[who]),
          targetOf(others.applicant[who], { status: "applied" }),
          targetOf(others.suspended[who], memberships.S)
        ])
        yield* sql`INSERT INTO memberships ${sql.insert(targets.map((row) => ({ ...row, communityId: id })))}`
        const counted = targets.filter(({ status }) => status !== "applied").length
        yield* sql`UPDATE communities SET member_count = member_count + ${counted} WHERE id = ${id}`
        const invitation = {
          communityId: id,
          createdBy: accounts.O,
          maxUses: 1,
          expiresAt: Date.now() + 86_400_000,
          email: null as string | null,
          emailId: null as string | null,
          emails: 0,
          emailedAt: null as number | null,
          createdAt: 1,
          updatedAt: 1
        }
        const invitations = people.flatMap((who) => [
          { ...invitation, code: inviteOf(count, who) },
          {
            ...invitation,
            code: `b${inviteOf(count, who).slice(1)}`,
            email: guestOf(who),
            emailId: "an e-mail",
            emails: 1,
            emailedAt: 1
          }
        ])
        yield* sql`INSERT INTO invites ${sql.insert(invitations)}`
        const lists = people.map((who) => ({
          communityId: id,
          account: accounts[who],
          reading: JSON.stringify(LIST),
          sheetRows: JSON.stringify([{ line: 1, cells: [`new-${guestOf(who)}`, "New"] }]),
          createdAt: LISTED_AT
        }))
        yield* sql`INSERT INTO invitation_lists ${sql.insert(lists)}`
        yield* sql`INSERT INTO weight_lists ${sql.insert({
          communityId: id,
          account: accounts.O,
          reading: JSON.stringify(WEIGHTS),
          sheetRows: JSON.stringify([{ line: 1, cells: [accounts.O, "5"] }]),
          hash: WEIGHTS_SEEN,
          createdAt: LISTED_AT
        })}`
        yield* sql`INSERT INTO threads ${sql.insert({
          id: `thread${String(count).padStart(6, "a")}`,
          communityId: id,
          number: 1,
          author: accounts.O,
          title: "A thread",
          body: "What is said in it.",
          mentions: "[]",
          searchText: "a thread",
          category: "general",
          state: "open",
          shown: "visible",
          lastActivityAt: 1,
          createdAt: 1,
          updatedAt: 1
        })}`
        return { id, slug }
      }).pipe((program) => Effect.flatMap(Sql.SqlClient, (sql) => atomically(sql)(program)))
    )

  const stageFor = (place: { readonly id: string; readonly slug: string }, who: Who): Stage => ({
    ...place,
    self: accounts[who],
    owner: accounts.O,
    member: others.member[who],
    applicant: others.applicant[who],
    suspended: others.suspended[who],
    invite: inviteOf(Number(place.slug.slice("matrix-".length)), who),
    guest: guestOf(who),
    seen: hashOf({ createdAt: LISTED_AT, columns: LIST.columns }),
    weights: WEIGHTS_SEEN,
    thread: "1"
  })

  /** Returns the status, or "shell" if a page revealed nothing. `raw` is sent instead of the row's own form. */
  const ask = async (
    module: Readonly<Record<string, unknown>>,
    row: Row,
    who: Who,
    stage: Stage,
    raw?: string | URLSearchParams
  ): Promise<number | "shell"> => {
    const handler = row.method === "GET" ? module.loader : module.action
    if (handler === undefined && row.method === "GET") return 200
    if (typeof handler !== "function") return 405
    const json = row.json && JSON.stringify(row.json(stage))
    const body = raw ?? (row.form === undefined ? json : new URLSearchParams(row.form(stage)))
    const token = tokens[who]
    const request = new Request(`${server.origin}/${row.query?.(stage) ?? ""}`, {
      method: row.method,
      headers: {
        ...(token === undefined ? {} : { Cookie: `__Host-session=${token}` }),
        ...(row.json === undefined ? {} : { "Content-Type": "application/json" })
      },
      ...(body === undefined ? {} : { body })
    })
    try {
      const response: unknown = await handler(args(request, row.params?.(stage) ?? {}))
      return response === null ? "shell" : statusOf(response)
    } catch (thrown) {
      return thrown instanceof Error ? Promise.reject(thrown) : statusOf(thrown)
    }
  }

  return { ask, build, stageFor, within, stop: server.stop }
}

const guestOf = (who: Who): string => `guest-${who.toLowerCase()}@example.org`

/** The list of people that everybody has brought. */
const LIST = {
  file: null,
  separator: ",",
  encoding: "utf-8",
  columns: { header: 0, email: 0, name: 1 },
  hasRightLetters: true
} as const
const LISTED_AT = 1

/** The list of weights that the owner has read. */
const WEIGHTS = {
  file: null,
  separator: ",",
  encoding: "utf-8",
  columns: { header: 0, roles: ["account", "amount"] },
  headings: [],
  marks: "point",
  isChosen: false,
  hasRightLetters: true
}
const WEIGHTS_SEEN = "a list of weights"

/** 16 characters of base32, one for each role. */
const inviteOf = (n: number, who: Who): string => {
  const digits = String(n * 20 + people.indexOf(who)).padStart(6, "0")
  return `aaaaaaaaaa${[...digits].map((digit) => "abcdefghij"[Number(digit)]).join("")}`
}
