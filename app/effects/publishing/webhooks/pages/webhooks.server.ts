/**
 * `?panel=settings&part=webhooks` of a community: loader and actions of the owner's settings
 * (docs/product/webhooks.md).
 */
import { Effect } from "effect"
import type { Community } from "~/effects/access/Community"
import type { Inside } from "~/effects/access/Inside"
import { requireAllowed } from "~/effects/access/must"
import type { AccountAddress } from "~/effects/base/addresses/addresses"
import { NotSignedIn } from "~/effects/base/failures/failures"
import { type Done, textOf } from "~/effects/base/remix/pageAction.server"
import type { RouteFailure } from "~/effects/base/remix/refusal.server"
import { inside } from "~/effects/communities/communities/inside.server"
import { settingsHref } from "~/effects/communities/steering/parts"
import { undoable } from "~/effects/communities/undo/pages/undo.server"
import type { WebhooksView } from "../Webhook"
import { Webhooks } from "../Webhooks.server"

const PAGE = 20

const afterOf = (text: string | null) => {
  const match = /^(\d{1,16})~([a-z0-9-]{1,60})$/.exec(text ?? "")
  return match === null ? null : { at: Number(match[1]), id: match[2] ?? "" }
}

export const webhooksView = (community: Community, asked: URLSearchParams) =>
  Effect.gen(function* () {
    const webhooks = yield* Webhooks
    const hooks = yield* webhooks.list(community.id)
    const shown = (hooks.find(({ id }) => id === asked.get("hook")) ?? hooks[0])?.id ?? null
    const rows =
      shown === null ? [] : yield* webhooks.log({ hookId: shown, after: afterOf(asked.get("after")), limit: PAGE + 1 })
    const last = rows.length > PAGE ? rows[PAGE - 1] : undefined
    const view: WebhooksView = {
      hooks,
      shown,
      log: rows.slice(0, PAGE),
      next: last === undefined ? null : `${last.createdAt}~${last.id}`,
      allowsPractice: webhooks.allowsPractice,
      switchedOff: (yield* webhooks.switchedOff) ?? null
    }
    return view
  })

type Owned = Pick<Inside, "community"> & { readonly account: AccountAddress }

/** For the owner only; checks that before validating the form. */
const owned =
  <E extends RouteFailure, R>(run: (webhooks: Webhooks, here: Owned, form: FormData) => Effect.Effect<Done, E, R>) =>
  (form: FormData) =>
    Effect.gen(function* () {
      const here = yield* inside
      const { account } = here.communityRole
      if (account === null) return yield* new NotSignedIn({ action: "change settings" })
      yield* requireAllowed(here, "settings")
      return yield* run(yield* Webhooks, { community: here.community, account }, form)
    })

const eventsOf = (form: FormData) => form.getAll("events").filter((value) => typeof value === "string")
const hookOf = (form: FormData) => textOf(form, "hook")

const logPath = (community: Community, hook: string) =>
  `${settingsHref(community.id, "webhooks", "saved")}&hook=${encodeURIComponent(hook)}`

/** Wraps an action that redirects to the hook's log. */
const onHook = <E extends RouteFailure, R>(
  run: (webhooks: Webhooks, here: Owned, hook: string, form: FormData) => Effect.Effect<unknown, E, R>
) =>
  owned((webhooks, here, form) =>
    Effect.as(run(webhooks, here, hookOf(form), form), { to: logPath(here.community, hookOf(form)) })
  )

/** The page extracts the secret from the sentence and offers to copy it (webhook-secret.tsx). */
const secretWords = (secret: string) =>
  `Copy the secret now; it is not shown again. The receiver checks signatures with it: ${secret}`

export const webhookCommands = {
  "hook-add": owned((webhooks, { account, community }, form) =>
    Effect.map(webhooks.add(community.id, account, textOf(form, "url"), eventsOf(form)), ({ secret }) => ({
      message: `The webhook was added. ${secretWords(secret)}`
    }))
  ),
  "hook-rotate": owned((webhooks, { account, community }, form) =>
    Effect.map(webhooks.rotate(community.id, account, hookOf(form)), (secret) => ({
      message: `The secret was replaced; the previous one also signs for a day. ${secretWords(secret)}`
    }))
  ),
  "hook-events": onHook((webhooks, { account, community }, hook, form) =>
    webhooks.setEvents(community.id, account, hook, eventsOf(form))
  ),
  "hook-pause": onHook((webhooks, { account, community }, hook) => webhooks.pause(community.id, account, hook)),
  "hook-resume": onHook((webhooks, { account, community }, hook) => webhooks.resume(community.id, account, hook)),
  "hook-remove": onHook((webhooks, { account, community }, hook) =>
    undoable(
      { kind: "webhook", communityId: community.id, path: logPath(community, hook) },
      webhooks.remove(community.id, account, hook)
    )
  ),
  "hook-test": onHook((webhooks, { community }, hook) => webhooks.test(community.id, hook)),
  "hook-again": onHook((webhooks, { community }, _, form) => webhooks.sendAgain(community.id, textOf(form, "delivery")))
} as const
