/** The buttons of the page of requests, what a wallet submits, and what then waits. */
import { SqlClient } from "@effect/sql"
import { Effect, Option } from "effect"
import type { Community } from "~/effects/access/Community"
import type { Role } from "~/effects/access/Membership"
import { ReplyHeaders, RouteArgs } from "~/effects/base/remix/RouteArgs.server"
import { ApprovalRequestsRepo } from "~/effects/treasury/multisig/ApprovalRequestsRepo.server"
import { signersAction } from "~/effects/treasury/multisig/pages/actions.server"
import { askPart, signPart } from "~/effects/treasury/multisig/pages/responses.server"
import type { SignersPage } from "~/effects/treasury/multisig/views"
import type { Signer } from "~/ledger/index"
import { accountOf } from "../../../ledger/signing"
import { ORIGIN, signIn, visit } from "../../publishing/dashboard/visits"
import { registered } from "../claims/world"

/** Clicks a button of the page of requests; returns the page's response, and none if it redirects. */
export const replied = (community: Community, by: Signer, form: Readonly<Record<string, string>>) =>
  Effect.gen(function* () {
    const token = yield* signIn(accountOf(by))
    const params = { id: community.id }
    const asked = visit(`/community/detail/${community.id}/signers`, signersAction, {
      token,
      params,
      form: Object.entries(form)
    })
    return Option.map(yield* Effect.option(asked), ({ value }) => value.data)
  })

/** Returns the refusal, and nothing on success. */
export const submitForm = (community: Community, by: Signer, form: Readonly<Record<string, string>>) =>
  Effect.map(replied(community, by, form), Option.match({ onNone: () => "", onSome: ({ message }) => message }))

/** Every request that a page shows. */
export const requestsIn = (page: SignersPage) =>
  page.state === "multisig" ? [page.shown, ...page.waiting, ...page.over].filter((each) => each !== null) : []

export const waiting = ({ id }: Community) =>
  Effect.gen(function* () {
    const [request] = yield* (yield* ApprovalRequestsRepo).waiting(id)
    return request ?? (yield* Effect.dieMessage("nothing waits for the signers"))
  })

/** Runs a program of the JSON API as the page of that signer calls it. */
const posted = <A, E, R>(
  by: Signer,
  program: Effect.Effect<A, E, R>,
  params: Readonly<Record<string, string>>,
  body: object
) =>
  Effect.gen(function* () {
    const headers = { "Content-Type": "application/json", cookie: `__Host-session=${yield* signIn(accountOf(by))}` }
    const request = new Request(`${ORIGIN}/api/signers/parts`, { method: "POST", headers, body: JSON.stringify(body) })
    const context = { requestId: "a request", nonce: "", address: "127.0.0.1" }
    return yield* program.pipe(
      Effect.provideService(RouteArgs, { request, params, context }),
      Effect.provideService(ReplyHeaders, new Headers())
    )
  })

/** What the signer's wallet is asked for. */
export const asked = ({ id }: Community, by: Signer, request: string) => posted(by, askPart, { id, request }, {})

/** What the signer's wallet submits. */
export const handedIn = (
  { id }: Community,
  by: Signer,
  request: string,
  part: string,
  signedPartialTransaction: string
) => posted(by, signPart, { id, request, part }, { signedPartialTransaction })

/** A member with a profile. */
export const joined = (community: Community, who: Signer, role: Role = "member") =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    yield* registered(accountOf(who))
    yield* sql`INSERT INTO memberships ${sql.insert({
      communityId: community.id,
      accountAddress: accountOf(who),
      role,
      status: "active",
      weight: 1,
      joinedAt: 0,
      createdAt: 0,
      updatedAt: 0
    })}`
  })
