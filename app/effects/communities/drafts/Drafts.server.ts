/** Drafts on the server. Each belongs to one account; no other account can read it. */
import { Clock, Effect, Option } from "effect"
import { Sql } from "~/effects/base/db/statements.server"
import { atomically } from "~/effects/base/limits/atomically.server"
import { withLocks } from "~/effects/base/limits/locks.server"
import { type DraftForm, MAX_DRAFT, MAX_DRAFTS, type StoredDraft } from "./Draft"
import { DraftsRepo, draftText } from "./DraftsRepo.server"
import { DraftTooLong, StaleDraft, TooManyDrafts } from "./errors"

export class Drafts extends Effect.Service<Drafts>()("communities/drafts/Drafts", {
  dependencies: [DraftsRepo.Default],
  effect: Effect.gen(function* () {
    const sql = yield* Sql
    const repo = yield* DraftsRepo

    const requireRoom = Effect.fnUntraced(function* (account: string) {
      if ((yield* repo.count(account)) >= MAX_DRAFTS) return yield* new TooManyDrafts()
    })

    const write = (account: string, { data, place }: Omit<DraftForm, "version">, before: Option.Option<StoredDraft>) =>
      Effect.gen(function* () {
        const text = draftText(data)
        if (text.length > MAX_DRAFT) return yield* new DraftTooLong()
        if (Option.isNone(before)) yield* requireRoom(account)
        const savedAt = yield* Clock.currentTimeMillis
        const version = Option.match(before, { onNone: () => 1, onSome: (draft) => draft.version + 1 })
        yield* repo.put({ account, place, data: text, version, savedAt })
        return { version, savedAt }
      })

    const alone = (account: string) => withLocks(sql, [`drafts:${account}`])

    /** Saves over a known version; if another device saved first, nothing is written (docs/product/errors.md). */
    const save = Effect.fn("Drafts.save")(function* (account: string, form: DraftForm) {
      yield* alone(account)
      const before = yield* repo.get(account, form.place)
      if (Option.isSome(before) && before.value.version !== form.version) {
        return yield* new StaleDraft({ stored: before.value })
      }
      return yield* write(account, form, before)
    }, atomically(sql))

    /** Changes the draft whatever its version: for a form that was posted, whose fields are the newest. */
    const change = Effect.fn("Drafts.change")(function* (
      account: string,
      place: string,
      next: (before: StoredDraft["data"] | undefined) => StoredDraft["data"]
    ) {
      yield* alone(account)
      const before = yield* repo.get(account, place)
      const data = next(Option.getOrUndefined(Option.map(before, (draft) => draft.data)))
      return { data, ...(yield* write(account, { place, data }, before)) }
    }, atomically(sql))

    const { forget, get, remove, removeAt } = repo
    return { get, save, change, remove, removeAt, forget }
  })
}) {}
