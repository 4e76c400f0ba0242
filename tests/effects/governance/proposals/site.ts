/** The running site for the tests of this folder: real routes over a database of their own, and people who can sign. */
import { SqlClient } from "@effect/sql"
import { Clock, Duration, Effect, Layer, Option } from "effect"
import type { GovernanceSettings } from "~/effects/access/Community"
import { othersTurn } from "~/effects/base/jobs/inParts"
import { LOCAL_DAPP_DEFINITION } from "~/effects/base/settings/networks"
import { CommunitiesRepo } from "~/effects/communities/communities/CommunitiesRepo.server"
import { MembershipsRepo } from "~/effects/communities/communities/MembershipsRepo.server"
import { Closings } from "~/effects/governance/proposals/Closings.server"
import type { Choice } from "~/effects/governance/votes/ballot/Ballot"
import { MovableClock } from "~/effects/local/MovableClock.server"
import { UsersRepo } from "~/effects/people/users/UsersRepo.server"
import { rolaHash } from "~/effects/people/wallet-session/proof/rola"
import type { AppServices } from "~/effects/server/layers/app.server"
import { found, join } from "../../communities/communities/world"
import { signIn } from "../../publishing/dashboard/visits"
import { startTestServer } from "../../server/runtime/server"
import { testVoter } from "../votes/world"
import { person, rules } from "./world"

const modules = import.meta.glob<Readonly<Record<string, unknown>>>("/app/routes/*.{ts,tsx}")
const repos = Layer.mergeAll(CommunitiesRepo.Default, MembershipsRepo.Default, UsersRepo.Default)

/** Weights that add up to sums nobody would guess. */
export const WEIGHTS = { Ana: 11, Ben: 137, Cho: 264, Dev: 733, Eva: 5 } as const
export type Who = keyof typeof WEIGHTS | "Zoe" | "nobody"

/** Several values under one name, for lists. */
export type Form = Readonly<Record<string, string | ReadonlyArray<string>>>

export interface Sent {
  readonly form?: Form
  readonly json?: unknown
  readonly params?: Readonly<Record<string, string>>
}
export interface ReceivedResponse {
  readonly status: number
  /** Where a 303 leads. */
  readonly to: string
  readonly text: string
  readonly json: Readonly<Record<string, unknown>>
}

const initOf = (response: unknown): ResponseInit =>
  typeof response === "object" && response !== null && "init" in response ? ((response.init ?? {}) as ResponseInit) : {} // Remix' data()
const dataOf = (response: unknown): unknown =>
  typeof response === "object" && response !== null && "data" in response ? response.data : response

const read = async (response: unknown): Promise<ReceivedResponse> => {
  if (!(response instanceof Response)) {
    const data = dataOf(response)
    const json = typeof data === "object" && data !== null ? { ...data } : {}
    return { status: initOf(response).status ?? 200, to: "", text: JSON.stringify(data) ?? "", json }
  }
  const bytes = new Uint8Array(await response.arrayBuffer())
  const text = Buffer.from(bytes).toString("latin1")
  const isJson = response.headers.get("content-type")?.includes("json") === true
  return {
    status: response.status,
    to: response.headers.get("location") ?? "",
    text,
    json: isJson ? JSON.parse(new TextDecoder().decode(bytes)) : {}
  }
}

const searchOf = (form: Form) =>
  new URLSearchParams(Object.entries(form).flatMap(([name, value]) => [value].flat().map((text) => [name, text])))

let visits = 0

export const openSite = async () => {
  const server = await startTestServer()
  const { respondJson } = await import("~/effects/server/runtime.server")
  const argsOf = (request: Request, params: Readonly<Record<string, string>> = {}) => ({
    request,
    params: { ...params },
    // A new network each time: limits by network are not tested here.
    context: { requestId: "a request", nonce: "", address: `10.7.${(visits >> 8) % 256}.${visits++ % 256}` }
  })

  /** Runs a program in the server's own runtime. */
  const within = async <A>(
    program: Effect.Effect<A, unknown, AppServices | Layer.Layer.Success<typeof repos> | SqlClient.SqlClient>
  ): Promise<A> => {
    let value: Option.Option<A> = Option.none()
    const noted = Effect.map(Effect.orDie(program), (is) => {
      value = Option.some(is)
      return null
    })
    const response = await respondJson(argsOf(new Request(`${server.origin}/`)), Effect.provide(noted, repos))
    return Option.getOrThrowWith(value, () => new Error(`not run: ${response.status}`))
  }

  const names = Object.keys(WEIGHTS) as ReadonlyArray<keyof typeof WEIGHTS>
  const tokens = new Map<Who, string>()
  await within(
    Effect.gen(function* () {
      for (const name of [...names, "Zoe" as const]) {
        yield* person(name)
        tokens.set(name, yield* signIn(testVoter(name).account))
      }
    })
  )

  /** A community of five long-time members that Ana owns, with assigned weights. Returns its id. */
  const club = (slug: string, changes: Partial<GovernanceSettings> = {}) =>
    within(
      Effect.gen(function* () {
        const account = (name: string) => testVoter(name).account
        const governance = rules({ weightMode: "assigned", ...changes })
        const { id } = yield* found({ slug, name: `Club of ${slug}`, ownerAddress: account("Ana"), governance })
        const joinedAt = Date.now() - 400 * 3_600_000
        for (const name of names) {
          yield* join(id, account(name), { role: name === "Ana" ? "owner" : "member", joinedAt, weight: WEIGHTS[name] })
        }
        return id
      })
    )

  /** Requests a route as this person's browser would. */
  const ask = async (
    who: Who,
    file: string,
    query: string,
    { form, json, params }: Sent = {}
  ): Promise<ReceivedResponse> => {
    const load = modules[`/app/routes/${file}`]
    if (load === undefined) throw new Error(`there is no route ${file}`)
    const route = await load()
    const body = form === undefined ? (json === undefined ? undefined : JSON.stringify(json)) : searchOf(form)
    const token = tokens.get(who)
    const request = new Request(`${server.origin}${query}`, {
      method: body === undefined ? "GET" : "POST",
      headers: {
        ...(token === undefined ? {} : { Cookie: `__Host-session=${token}` }),
        ...(json === undefined ? {} : { "Content-Type": "application/json" })
      },
      ...(body === undefined ? {} : { body })
    })
    const handler = body === undefined ? route.loader : route.action
    if (typeof handler !== "function") throw new Error(`${file} does not answer this`)
    try {
      return await read(await handler(argsOf(request, params)))
    } catch (thrown) {
      if (thrown instanceof Error) throw thrown
      return read(thrown)
    }
  }

  /** A wallet's response to a challenge of this site. */
  const proofOf = (who: Exclude<Who, "nobody">, digest: string) => {
    const { key } = testVoter(who)
    const site = { origin: server.origin, dAppDefinitionAddress: LOCAL_DAPP_DEFINITION }
    return {
      curve: "curve25519",
      publicKey: Buffer.from(key.publicKey).toString("hex"),
      signature: Buffer.from(key.sign(rolaHash(digest, site))).toString("hex")
    }
  }

  const prepared = (who: Exclude<Who, "nobody">, proposal: string, choice: Choice, reason = "") =>
    ask(who, "api.ballots.prepare.ts", "/api/ballots/prepare", { json: { proposal, choice, reason } })

  /** A whole ballot, signed. */
  const signed = async (who: Exclude<Who, "nobody">, proposal: string, choice: Choice, reason = "") => {
    const { ballot, digest } = (await prepared(who, proposal, choice, reason)).json
    return { ballot: ballot as Readonly<Record<string, unknown>>, proof: proofOf(who, String(digest)) } // Returned by `prepare`.
  }
  const cast = (who: Who, json: unknown) => ask(who, "api.ballots._index.ts", "/api/ballots", { json })

  /** Moves the clock, and ends when no vote is left to close: the server's own job may have closed them first. */
  const closeAfter = (hours: number) =>
    within(
      Effect.gen(function* () {
        const [clock, { closeDue }, sql] = yield* Effect.all([MovableClock, Closings, SqlClient.SqlClient])
        yield* clock.advance(Duration.hours(hours))
        const open = Effect.flatMap(
          Clock.currentTimeMillis,
          (now) =>
            sql<{
              readonly n: number
            }>`SELECT COUNT(*) AS n FROM proposals WHERE status = 'active' AND due_at <= ${now}`
        )
        yield* Effect.repeat(Effect.zipRight(Effect.zipRight(closeDue, othersTurn), open), {
          until: ([row]) => row?.n === 0
        })
      })
    )

  return { ask, cast, closeAfter, club, origin: server.origin, prepared, proofOf, signed, stop: server.stop, within }
}
export type Site = Awaited<ReturnType<typeof openSite>>

export const PAGE = "_wallet.community.detail.$id.proposals.tsx"

/** The fields of a proposal's form. */
export const formOf = (id: string, changes: Form = {}) => ({
  id,
  title: "A second kettle",
  summary: "",
  body: "The one we have is too small for five. A second one costs 30 and stays in the shed.",
  kind: "decision",
  voteType: "basic",
  periodHours: "120",
  reviewHours: "0",
  quorumPct: "40",
  thresholdPct: "50",
  when: "now",
  ...changes
})

/** A proposal's form with Ben's signature. */
export const signForm = async ({ ask, proofOf }: Site, community: string, form: Form): Promise<Form> => {
  const response = await ask("Ben", "api.proposals.$id.prepare.ts", "/", { json: form, params: { id: community } })
  const { digest, statement } = response.json
  const { nonce = "", publishAt = "" } = (statement ?? {}) as Readonly<Record<string, string>> // Returned by `prepare`.
  const signature = { publishAt: Date.parse(publishAt), nonce, proof: proofOf("Ben", String(digest)) }
  return { ...form, signature: JSON.stringify(signature) }
}

/** Signs it, and sends it with the button's fields. */
const signedForm = async (site: Site, community: string, form: Form, query: string, button: Form) =>
  site.ask("Ben", PAGE, `/${query}`, {
    form: { ...(await signForm(site, community, form)), ...button },
    params: { id: community }
  })

/** Publishes as Ben does: checked, signed, sent. */
export const publish = (site: Site, community: string, id: string, changes: Form = {}) =>
  signedForm(site, community, formOf(id, changes), "", { intent: "publish" })

/** A new version of Ben's proposal in review. */
export const edit = (site: Site, community: string, id: string, number: number, version: number, changes: Form) =>
  signedForm(site, community, formOf(id, changes), `?p=${number}`, {
    intent: "edit",
    version: String(version)
  })
