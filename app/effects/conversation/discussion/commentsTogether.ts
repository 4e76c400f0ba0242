/**
 * Comments of one conversation that are kept together: each is taken or refused by itself, in their order, as if one had
 * come after the other. Pure: what is known is brought, and what comes out is written in the same transaction
 * (CommentBatches.server.ts).
 */
import { Either } from "effect"
import { type KeyReused, NotThere, WrongState } from "~/effects/base/failures/failures"
import { answerOf, type Kept, type Keyed } from "~/effects/base/limits/Keyed"
import { oneMoreFits, type WrittenToday } from "./limits"
import type { Shown } from "./Post"

/** A comment that came in. */
export interface AskedComment {
  /** Its own, should it be kept. */
  readonly id: string
  /** `joinedAt` in Unix milliseconds. */
  readonly writer: { readonly account: string; readonly joinedAt: number }
  /** The comment it answers; empty for none. */
  readonly parent: string
  /** The same key again is the same comment. */
  readonly keyed: Keyed | null
}

export interface CommentFacts {
  readonly now: number
  /** By the key's hash. */
  readonly kept: ReadonlyMap<string, Kept>
  /** Within a day, by account. */
  readonly written: ReadonlyMap<string, WrittenToday>
  /** The comments of the conversation that are answered, by id. */
  readonly parents: ReadonlyMap<string, { readonly rootSeq: number; readonly shown: Shown }>
}

/** Its author wrote as much as a day takes; when the next one fits is looked up for those alone. */
export const FULL = "full"

/** The id of the comment that was kept, or why none was. */
export type Decision = Either.Either<string, KeyReused | NotThere | WrongState | typeof FULL>

export interface DecidedTogether<A> {
  /** One for each comment, in their order. */
  readonly decisions: ReadonlyArray<Decision>
  /** What is to be written, in its order. `rootSeq` of the branch it belongs to; null where it begins one. */
  readonly taken: ReadonlyArray<{ readonly asked: A; readonly rootSeq: number | null }>
}

const NOTHING: WrittenToday = { here: 0, everywhere: 0 }

export const takeTogether = <A extends AskedComment>(
  all: ReadonlyArray<A>,
  { kept, now, parents, written }: CommentFacts
): DecidedTogether<A> => {
  const answers = new Map(kept)
  const counts = new Map(written)
  const taken: Array<DecidedTogether<A>["taken"][number]> = []

  const rootOf = (parent: string): Either.Either<number | null, NotThere | WrongState> => {
    if (parent === "") return Either.right(null)
    const found = parents.get(parent)
    if (found === undefined) return Either.left(new NotThere({}))
    return found.shown === "visible"
      ? Either.right(found.rootSeq)
      : Either.left(new WrongState({ thing: "reply", state: found.shown, action: "replying" }))
  }
  const decide = (asked: A): Decision => {
    const { id, keyed, parent, writer } = asked
    const before = keyed === null ? undefined : answers.get(keyed.keyHash)
    if (keyed !== null && before !== undefined) return answerOf(before, keyed)
    const count = counts.get(writer.account) ?? NOTHING
    if (!oneMoreFits(writer.joinedAt, count, now)) return Either.left(FULL)
    return Either.map(rootOf(parent), (rootSeq) => {
      counts.set(writer.account, { here: count.here + 1, everywhere: count.everywhere + 1 })
      if (keyed !== null) answers.set(keyed.keyHash, { ...keyed, answer: id })
      taken.push({ asked, rootSeq })
      return id
    })
  }
  return { decisions: all.map(decide), taken }
}
