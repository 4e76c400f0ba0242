/**
 * Decides on comments of one conversation that are stored together, each separately and in order, as if they had come
 * one after the other. Pure: the caller supplies the facts and writes the result in the same transaction
 * (CommentBatches.server.ts).
 */
import { Either } from "effect"
import type { AccountAddress } from "~/effects/base/addresses/addresses"
import { type KeyReused, NotThere, WrongState } from "~/effects/base/failures/failures"
import { type Keyed, responseOf, type StoredResponse } from "~/effects/base/limits/Keyed"
import { oneMoreFits, type WrittenToday } from "./limits"
import type { Shown } from "./Post"

/** A submitted comment. */
export interface AskedComment {
  /** Its id if it is accepted. */
  readonly id: string
  /** `joinedAt` in Unix milliseconds. */
  readonly writer: { readonly account: AccountAddress; readonly joinedAt: number }
  /** The comment it replies to; empty for none. */
  readonly parent: string
  /** The same idempotency key again means the same comment. */
  readonly keyed: Keyed | null
}

export interface CommentFacts {
  readonly now: number
  /** By the hash of the key. */
  readonly stored: ReadonlyMap<string, StoredResponse>
  /** Comments within a day, by account. */
  readonly written: ReadonlyMap<string, WrittenToday>
  /** The comments of the conversation that are replied to, by id. */
  readonly parents: ReadonlyMap<string, { readonly rootSeq: number; readonly shown: Shown }>
}

/** The author has reached the daily limit; only then is the time of the next comment read. */
export const FULL = "full"

/** The id of the accepted comment, or why it was refused. */
export type Decision = Either.Either<string, KeyReused | NotThere | WrongState | typeof FULL>

export interface DecidedTogether<A> {
  /** One for each comment, in order. */
  readonly decisions: ReadonlyArray<Decision>
  /** The accepted comments in order. `rootSeq` is the branch they belong to; null if they begin one. */
  readonly taken: ReadonlyArray<{ readonly asked: A; readonly rootSeq: number | null }>
}

const NOTHING: WrittenToday = { here: 0, everywhere: 0 }

export const takeTogether = <A extends AskedComment>(
  all: ReadonlyArray<A>,
  { stored, now, parents, written }: CommentFacts
): DecidedTogether<A> => {
  const responses = new Map(stored)
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
    const before = keyed === null ? undefined : responses.get(keyed.keyHash)
    if (keyed !== null && before !== undefined) return responseOf(before, keyed)
    const count = counts.get(writer.account) ?? NOTHING
    if (!oneMoreFits(writer.joinedAt, count, now)) return Either.left(FULL)
    return Either.map(rootOf(parent), (rootSeq) => {
      counts.set(writer.account, { here: count.here + 1, everywhere: count.everywhere + 1 })
      if (keyed !== null) responses.set(keyed.keyHash, { ...keyed, answer: id })
      taken.push({ asked, rootSeq })
      return id
    })
  }
  return { decisions: all.map(decide), taken }
}
