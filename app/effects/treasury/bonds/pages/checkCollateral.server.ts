/**
 * GET /verify?collateral=… and GET /api/verify?collateral=…: what a controller with collateral promises, for anyone. Read
 * from the ledger alone, never from what this site stored.
 */
import { Effect, Either } from "effect"
import { ResourceAddress } from "~/effects/base/addresses/addresses"
import { GatewayDown } from "~/effects/base/failures/failures"
import { Limits } from "~/effects/base/limits/Limits.server"
import { peerOf, ReplyHeaders, RouteArgs } from "~/effects/base/remix/RouteArgs.server"
import { NETWORK_ID } from "~/effects/base/settings/networks"
import { detailsIn, type Entity } from "~/effects/chain/ledger/facts"
import { known } from "~/effects/chain/ledger/known.server"
import { Ledger } from "~/effects/chain/ledger/Ledger.server"
import { textIn } from "~/effects/chain/ledger/metadata"
import { orGatewayDown } from "~/effects/chain/ledger/orGatewayDown"
import { amountOf, NOTHING, networkSuffix, readAddress, wellKnown } from "~/ledger/index"
import { dayText } from "../codes"
import { NotCollateral } from "../errors"
import type { CheckedCollateral, CollateralReply } from "../secured/CheckedCollateral"
import { EMPTIED, promiseOf, timerOf } from "../secured/controllerFacts"

const XRD = wellKnown("xrd", NETWORK_ID)
const CONTROLLER = /(?<![a-z0-9_])accesscontroller_([a-z0-9_]*?)1([a-z0-9]+)/g
const MOST = 1_000
const TIMEOUT = "20 seconds"

const NONE = `This is not the address of collateral. It begins with accesscontroller_${networkSuffix(NETWORK_ID)}1, and is on the page of a secured bond.`

/** The one address in a text or a link, or what is wrong with the text. */
export const controllerIn = (typed: string): Either.Either<string, string> => {
  const text = typed.trim().slice(0, MOST)
  const found = new Map(
    [...(/[a-z]/.test(text) ? text : text.toLowerCase()).matchAll(CONTROLLER)].map((one) => [one[0], one])
  )
  const [first, another] = found.values()
  if (first === undefined) return Either.left(NONE)
  if (another !== undefined) return Either.left("This contains several addresses. Give one of them.")
  const [address, network] = first
  if (network !== networkSuffix(NETWORK_ID)) {
    return Either.left("This address is of another network. This site reads the test network.")
  }
  return Either.isRight(readAddress(address, NETWORK_ID))
    ? Either.right(address)
    : Either.left("This address has a wrong character, or a part of it is missing. Copy it again.")
}

const nameOf = (address: string, entity: Entity | undefined): string => {
  const metadata = entity?.metadata ?? new Map()
  const name = textIn(metadata, "symbol") ?? textIn(metadata, "name")
  const end = `…${address.slice(-8)}`
  return address === XRD ? "XRD" : name === null ? end : `${name} (${end})`
}

/** What the facts come to: locked, open, empty, or no collateral that a holder can rely on. */
const verdictOf = (
  promise: ReturnType<typeof promiseOf>,
  bond: CheckedCollateral["bond"],
  held: ReadonlyMap<string, CheckedCollateral["holds"][number]["amount"]>,
  ledgerNow: number
): CheckedCollateral["verdict"] => {
  const isEmpty = [...held.values()].every((amount) => amount === NOTHING)
  if (promise === EMPTIED && isEmpty) {
    return { tone: "warn", title: "Empty", text: "Its collateral was taken, and nobody can open it again." }
  }
  if (typeof promise === "string" || bond === null) {
    const why = typeof promise === "string" ? promise : "belongs to no bond"
    return { tone: "bad", title: "No collateral to rely on", text: `This address ${why}.` }
  }
  const whose = `bond ${bond.number.replaceAll("#", "")} of ${bond.name}`
  if (isEmpty) return { tone: "warn", title: "Empty", text: `Nothing is in it. It belongs to ${whose}.` }
  const { promised } = bond
  const isPromised = promised !== null && held.get(promised.resource) === promised.amount
  if (!isPromised) {
    return {
      tone: "warn",
      title: "Not what the bond promises",
      text: `It does not hold the collateral that the ledger names for ${whose}.`
    }
  }
  const { from } = promise
  return from === null || ledgerNow >= from
    ? { tone: "ok", title: "Open", text: `The holder of ${whose} can take it now, and nobody else can.` }
    : {
        tone: "ok",
        title: "Locked",
        text: `Nobody can take it before ${dayText(from)}. From then on the holder of ${whose} can, and nobody else.`
      }
}

const bondOf = Effect.fnUntraced(function* (item: string, at: number) {
  const ledger = yield* Ledger
  const [resource = "", number = ""] = item.split(":")
  const { byAddress } = yield* orGatewayDown(
    ledger.entityDetails([resource], {
      at,
      metadata: ["symbol", "name", "collateral", "collateral_amount", "terms_hash"]
    })
  )
  const { owners } = yield* orGatewayDown(ledger.itemLocations(ResourceAddress.make(resource), [number], at))
  const entity = byAddress.get(resource)
  const metadata = entity?.metadata ?? new Map()
  const [token, amount] = [textIn(metadata, "collateral"), textIn(metadata, "collateral_amount")]
  return {
    resource,
    name: nameOf(resource, entity),
    number,
    holder: owners.get(number) ?? null,
    promised: token === null || amount === null ? null : { resource: token, amount },
    termsDigest: textIn(metadata, "terms_hash")
  } satisfies CheckedCollateral["bond"]
})

export const check = Effect.fn("checkCollateral.check")(
  function* (typed: string) {
    const ledger = yield* Ledger
    const asked = controllerIn(typed)
    if (Either.isLeft(asked)) return yield* new NotCollateral({ message: asked.left })
    const controller = asked.right
    const entities = yield* orGatewayDown(ledger.entityDetails([controller]))
    const details = detailsIn(entities, controller)
    if (details === null) {
      return yield* new NotCollateral({ message: "There is nothing at this address on the test network." })
    }
    const { time } = entities
    const at = time.stateVersion
    const timer = timerOf(details)
    const timers = timer === null ? null : yield* orGatewayDown(ledger.entityDetails([timer], { at }))
    const promise = promiseOf(details, timer === null || timers === null ? null : detailsIn(timers, timer))
    const held = yield* orGatewayDown(ledger.everythingOf(controller, at))
    const resources = [...held].filter(([, amount]) => amountOf(amount) > 0n)
    const names = yield* known(ledger.shown.entityDetails(resources.map(([resource]) => resource)))
    const bond = typeof promise === "string" ? null : yield* bondOf(promise.item, at)
    const from = typeof promise === "string" ? null : promise.from
    return {
      controller,
      verdict: verdictOf(promise, bond, held, Date.parse(time.at)),
      holds: resources.map(([resource, amount]) => ({
        resource,
        amount,
        name: nameOf(resource, names?.byAddress.get(resource))
      })),
      bond,
      from: from === null ? null : new Date(from).toISOString(),
      stateVersion: at,
      at: time.at
    } satisfies CheckedCollateral
  },
  Effect.timeoutFail({ duration: TIMEOUT, onTimeout: () => new GatewayDown({}) })
)

/** The text as typed; null without the parameter. */
export const collateralAsked = Effect.map(
  RouteArgs,
  ({ request }) => new URL(request.url).searchParams.get("collateral")?.slice(0, 1_000) ?? null
)

const checked = (asked: string) =>
  Effect.gen(function* () {
    yield* (yield* Limits).take({ "verify.address": yield* peerOf })
    return yield* check(asked)
  })

export const checkedCollateral = Effect.flatMap(collateralAsked, (asked) => checked(asked ?? ""))

/** For the page, which shows the typed text again: the result, and its status. */
export const collateralReply = Effect.gen(function* () {
  const asked = yield* collateralAsked
  if (asked === null) return { reply: null, status: 200 }
  const headers = yield* ReplyHeaders
  return yield* Effect.match(checked(asked), {
    onSuccess: (found) => ({ reply: { kind: "checked", asked, found } satisfies CollateralReply, status: 200 }),
    onFailure: (failure) => {
      if ("retryAfter" in failure) headers.set("Retry-After", String(failure.retryAfter))
      const { message, status } = failure
      return { reply: { kind: "refused", asked, message } satisfies CollateralReply, status }
    }
  })
})
