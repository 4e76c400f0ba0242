/** What comments hang on, and the addresses of comments and of pages of them. */
import type { TargetType } from "./Post"

/** Where a comment stands in its conversation: its branch, and itself. */
export interface Key {
  readonly root: number
  readonly seq: number
}
/** Where a page begins: after or before a row, or with the branch of one comment. */
export type From = { readonly after: Key } | { readonly before: Key } | { readonly at: string } | null

/** A thread, a proposal or an announcement, handed over by the feature that owns it. */
export interface CommentTarget {
  readonly type: TargetType
  readonly id: string
  readonly title: string
  /** Where it is shown: a path with a query, to which `&at=…` can be added. */
  readonly path: string
  /** Where the box below it keeps what a person types (communities/drafts); without one nothing is kept. */
  readonly draftPlace?: string
}

/** The permanent address of one comment. */
export const commentPath = (target: Pick<CommentTarget, "path">, id: string): string =>
  `${target.path}&at=${id}#c-${id}`

/** The key of a row, as addresses have it. */
export const keyOf = ({ rootSeq, seq }: { readonly rootSeq: number; readonly seq: number }) => `${rootSeq}.${seq}`
const readKey = (text: string | null): Key | null => {
  const found = /^(\d{1,12})\.(\d{1,12})$/.exec(text ?? "")
  return found === null ? null : { root: Number(found[1]), seq: Number(found[2]) }
}

/** Where an address asks the comments to begin. Whatever is malformed begins at the start. */
export const readFrom = (params: URLSearchParams): From => {
  const after = readKey(params.get("after"))
  const before = readKey(params.get("before"))
  const at = params.get("at")
  if (after !== null) return { after }
  if (before !== null) return { before }
  return at !== null && /^[a-z2-7]{12}$/.test(at) ? { at } : null
}
