/**
 * Adds a comment. Comments wait for their conversation's row, so those that arrive meanwhile are written together
 * (docs/decisions/0096-batch-comments-of-a-conversation.md); followers are notified afterwards.
 */

import { Cause, Effect, Exit, Option } from "effect"
import type { Inside } from "~/effects/access/Inside"
import { Sql } from "~/effects/base/db/statements.server"
import { storageFailureIn } from "~/effects/base/db/storageFailure.server"
import { StorageUnavailable } from "~/effects/base/failures/failures"
import { afterPages } from "~/effects/base/limits/afterPages"
import { atomically } from "~/effects/base/limits/atomically.server"
import { collectFor, makeBatcher } from "~/effects/base/limits/batcher.server"
import { Idempotency, keyed } from "~/effects/base/limits/Idempotency.server"
import { randomId } from "~/effects/base/text/random.server"
import { Drafts } from "~/effects/communities/drafts/Drafts.server"
import { Follows } from "~/effects/conversation/discussion/Follows.server"
import { Marks } from "~/effects/conversation/discussion/Marks.server"
import { PostingLimits } from "~/effects/conversation/discussion/PostingLimits.server"
import { PostNotices } from "~/effects/conversation/discussion/PostNotices.server"
import { type CommentBatch, type CommentFailure, makeCommentBatches, type NewComment } from "./CommentBatches.server"
import type { CommentTarget } from "./CommentTarget"
import { FollowerNotices } from "./FollowerNotices.server"
import type { CommentForm } from "./forms"
import { Posting } from "./Posting.server"

/** Conversations written at the same time. */
const WORKERS = 2
/** Most comments in one transaction. */
const MOST_AT_ONCE = 50
/** In milliseconds: waits for comments sent at the same moment, to write them together. */
const COLLECT_MS = 4
/** Further comments are refused: with so many waiting the database is down or overloaded. */
const MOST_WAITING = 500

interface Waiting extends Omit<CommentBatch, "comments"> {
  readonly comment: NewComment
}
type Ended = ReadonlyArray<Exit.Exit<string, CommentFailure>>

const missing = Exit.die("an answer is missing")

export class NewComments extends Effect.Service<NewComments>()("conversation/discussion/NewComments", {
  dependencies: [
    FollowerNotices.Default,
    Drafts.Default,
    Follows.Default,
    Marks.Default,
    Idempotency.Default,
    PostingLimits.Default,
    PostNotices.Default
  ],
  scoped: Effect.gen(function* () {
    const sql = yield* Sql
    const batches = yield* makeCommentBatches
    const followers = yield* FollowerNotices
    const posting = yield* Posting

    /** Stores comments of one conversation in one transaction. The newest has its current title. */
    const store = (all: ReadonlyArray<Waiting>): Effect.Effect<Ended, CommentFailure> => {
      const newest = all.at(-1)
      if (newest === undefined) return Effect.succeed([])
      const { communityId, target } = newest
      const stored = batches.store({ communityId, target, comments: all.map(({ comment }) => comment) })
      return Effect.map(atomically(sql)(stored), (results) => results.map((result) => Exit.fromEither(result)))
    }
    const storeOne = (one: Waiting) =>
      Effect.map(Effect.exit(store([one])), (ended) => Exit.flatMap(ended, ([own = missing]) => own))
    /**
     * If one comment breaks the transaction, its writer may no longer write, or the conversation was closed meanwhile,
     * each is stored separately; not if the storage failed, which would fail for each.
     */
    const respond = (all: ReadonlyArray<Waiting>) =>
      Effect.catchAllCause(store(all), (cause) =>
        all.length === 1 || Cause.isInterrupted(cause) || Option.isSome(storageFailureIn(cause))
          ? Effect.failCause(cause)
          : Effect.forEach(all, storeOne)
      )
    const batcher = yield* makeBatcher<Waiting, string, CommentFailure | StorageUnavailable, never>({
      maxSize: MOST_AT_ONCE,
      workers: WORKERS,
      collect: collectFor(COLLECT_MS),
      keyOf: ({ target }) => `${target.type} ${target.id}`,
      waiting: { most: MOST_WAITING, full: new StorageUnavailable({ reason: "locked", detail: "comments wait" }) },
      respond: (all) => afterPages(respond(all))
    })

    /** Stores a comment and returns its id. The same idempotency key twice is one comment. */
    const add = Effect.fn("NewComments.add")(function* (
      who: Inside,
      target: CommentTarget,
      { body, parent }: CommentForm,
      key: string | null
    ) {
      const writer = yield* posting.writer(who)
      yield* posting.requireFit(writer, body)
      const content = JSON.stringify([target.type, target.id, { body, parent }])
      const own = key === null ? null : keyed(`comment:${writer.account}`, key, content)
      const comment = { id: yield* randomId(), writer, communityRole: who.communityRole, body, parent, keyed: own }
      const id = yield* batcher.submit({ communityId: who.community.id, target, comment })
      yield* followers.wake
      return id
    })

    return {
      add,
      /** Stores comments in the caller's transaction; call `wake` after it, which notifies followers. */
      store: batches.store,
      wake: followers.wake
    }
  })
}) {}
