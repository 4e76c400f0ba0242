/**
 * Manages a community's webhooks (docs/product/webhooks.md). A secret is created here, shown once and encrypted at
 * rest. The caller checks permission.
 */
import { Clock, Effect, Option, Schema } from "effect"
import type { CommunityId } from "~/effects/access/Community"
import { Activity } from "~/effects/activity/activity/Activity.server"
import type { AccountAddress } from "~/effects/base/addresses/addresses"
import { Sql } from "~/effects/base/db/statements.server"
import { afterCommit } from "~/effects/base/db/transactions.server"
import { coded } from "~/effects/base/failures/coded"
import { InvalidFields } from "~/effects/base/failures/failures"
import { FeatureFlags } from "~/effects/base/feature-flags/FeatureFlags.server"
import { atomically } from "~/effects/base/limits/atomically.server"
import { Limits } from "~/effects/base/limits/Limits.server"
import { Seal } from "~/effects/base/settings/Seal.server"
import { Settings } from "~/effects/base/settings/Settings.server"
import { randomId } from "~/effects/base/text/random.server"
import { CannotUndo, decodedRow } from "~/effects/communities/undo/Removals.server"
import type { Restore } from "~/effects/communities/undo/Restorers.server"
import { readAddress } from "./address"
import { DAY_MS, DeliveriesRepo } from "./DeliveriesRepo.server"
import { eventsText, hookEvents } from "./events"
import { MOST_HOOKS } from "./Webhook"
import { newSecret } from "./WebhookSender.server"
import { HOOK_SECRETS, WebhookNotices, WebhooksRepo } from "./WebhooksRepo.server"

export class TooManyHooks extends coded("TooManyHooks", "E-STATE", 409, {
  message: `This address already receives events, or the community has the maximum of ${MOST_HOOKS} webhooks.`
}) {}

export class NoSuchHook extends coded("NoSuchHook", "E-NOT-FOUND", 404, {
  message: "This webhook no longer exists."
}) {}

export class NothingToSendAgain extends coded("NothingToSendAgain", "E-STATE", 409, {
  message: "This delivery is waiting to be sent, or it no longer exists."
}) {}

const chosen = (events: ReadonlyArray<string>) => {
  const known = hookEvents.filter((name) => events.includes(name))
  return known.length === 0
    ? new InvalidFields({ fields: { events: "Choose at least one event." } })
    : Effect.succeed(eventsText(known))
}

export class Webhooks extends Effect.Service<Webhooks>()("publishing/webhooks/Webhooks", {
  dependencies: [WebhooksRepo.Default, DeliveriesRepo.Default, Seal.Default, Limits.Default, FeatureFlags.Default],
  effect: Effect.gen(function* () {
    const sql = yield* Sql
    const repo = yield* WebhooksRepo
    const deliveries = yield* DeliveriesRepo
    const activity = yield* Activity
    const seal = yield* Seal
    const limits = yield* Limits
    const flags = yield* FeatureFlags
    const { wake } = yield* WebhookNotices
    const { ledger } = yield* Settings
    const allowsPractice = ledger === "local"

    const sealed = (id: string, secret: string) => seal.encrypt(HOOK_SECRETS, id, Buffer.from(secret))
    const found = (communityId: CommunityId, id: string) =>
      Effect.flatMap(
        repo.find(communityId, id),
        Option.match({ onNone: () => new NoSuchHook({}), onSome: Effect.succeed })
      )
    /** Recorded in the community's log for its moderators. */
    const reported = (communityId: CommunityId, actor: AccountAddress | null) =>
      activity.record({
        communityId,
        actor,
        type: "settingsChanged",
        target: `/community/detail/${communityId}`,
        data: { what: "the webhooks" },
        visibility: "moderators"
      })

    /** Returns the new hook and its secret, which cannot be read again. */
    const add = Effect.fn("Webhooks.add")(function* (
      communityId: CommunityId,
      actor: AccountAddress,
      typed: string,
      events: ReadonlyArray<string>
    ) {
      yield* flags.must("webhooks")
      const read = readAddress(typed, allowsPractice)
      if ("problem" in read) return yield* new InvalidFields({ fields: { url: read.problem } })
      const names = yield* chosen(events)
      const id = yield* randomId()
      const secret = yield* newSecret
      const createdAt = yield* Clock.currentTimeMillis
      yield* repo.deleteRemoved(communityId)
      const row = { id, communityId, url: read.url, events: names, secret: yield* sealed(id, secret), createdAt }
      if (!(yield* repo.add(row, MOST_HOOKS))) return yield* new TooManyHooks({})
      yield* reported(communityId, actor)
      return { id, secret }
    }, atomically(sql))

    const changing = <A, E>(communityId: CommunityId, actor: AccountAddress, id: string, run: Effect.Effect<A, E>) =>
      found(communityId, id).pipe(Effect.zipRight(run), Effect.zipLeft(reported(communityId, actor)), atomically(sql))

    const setEvents = Effect.fn("Webhooks.setEvents")(function* (
      communityId: CommunityId,
      actor: AccountAddress,
      id: string,
      events: ReadonlyArray<string>
    ) {
      const names = yield* chosen(events)
      yield* changing(communityId, actor, id, repo.setEvents(communityId, id, names))
    })

    /** Returns the new secret. The previous one also signs for a day. */
    const rotate = Effect.fn("Webhooks.rotate")(function* (
      communityId: CommunityId,
      actor: AccountAddress,
      id: string
    ) {
      const secret = yield* newSecret
      const until = (yield* Clock.currentTimeMillis) + DAY_MS
      const box = yield* sealed(id, secret)
      yield* changing(communityId, actor, id, repo.rotate(communityId, id, box, until))
      return secret
    })

    const pause = (communityId: CommunityId, actor: AccountAddress, id: string) =>
      Effect.flatMap(Clock.currentTimeMillis, (now) =>
        changing(communityId, actor, id, repo.pause(communityId, id, now, "owner"))
      )
    const resume = (communityId: CommunityId, actor: AccountAddress, id: string) =>
      Effect.zipLeft(changing(communityId, actor, id, repo.resume(communityId, id)), wake)
    const remove = (communityId: CommunityId, actor: AccountAddress, id: string) =>
      Effect.flatMap(Clock.currentTimeMillis, (now) =>
        changing(communityId, actor, id, Effect.as(repo.remove(communityId, id, now), { webhooks: [{ id }] }))
      )

    const decodeRemoved = decodedRow(Schema.Struct({ id: Schema.String }))
    /** Undoes `remove`. Events of the time in between are not sent to it. */
    const restore: Restore = Effect.fn("Webhooks.restore")(function* (
      { community, communityRole },
      { webhooks: removed = [] }
    ) {
      const [row] = removed
      const { id } = yield* decodeRemoved(row)
      if (!(yield* repo.restore(community.id, id))) {
        return yield* new CannotUndo({ why: "Another webhook has been added since." })
      }
      yield* reported(community.id, communityRole.account)
      yield* afterCommit(wake)
    })

    /** Rate limit for actions that send to other people's machines. */
    const turn = (communityId: CommunityId) =>
      Effect.zipRight(flags.must("webhooks"), limits.take({ "webhooks.community": communityId }))

    const test = Effect.fn("Webhooks.test")(function* (communityId: CommunityId, id: string) {
      yield* found(communityId, id)
      yield* turn(communityId)
      const now = yield* Clock.currentTimeMillis
      yield* deliveries.add({ id: `${id}-test-${yield* randomId()}`, hookId: id, communityId }, now)
      yield* wake
    })

    const sendAgain = Effect.fn("Webhooks.sendAgain")(function* (communityId: CommunityId, delivery: string) {
      yield* turn(communityId)
      const now = yield* Clock.currentTimeMillis
      if (!(yield* deliveries.again(communityId, delivery, now))) return yield* new NothingToSendAgain({})
      yield* wake
    })

    return {
      /** In local mode, programs on this machine may be notified. */
      allowsPractice,
      /** Public reason why webhooks are turned off; undefined while they are on. */
      switchedOff: Effect.map(flags.thrown("webhooks"), (off) => off?.reason),
      list: repo.list,
      log: deliveries.page,
      add,
      setEvents,
      rotate,
      pause,
      resume,
      remove,
      restore,
      test,
      sendAgain
    }
  })
}) {}
