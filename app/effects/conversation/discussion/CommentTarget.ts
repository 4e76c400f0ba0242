/** Targets of comments, and the addresses of comments and of pages of them. */
import type { TargetType } from "./Post"

/** Position of a comment in its conversation: its branch and its own number. */
export interface Key {
  readonly root: number
  readonly seq: number
}
/** Where a page begins: after or before a row, or with the branch of one comment. */
export type From = { readonly after: Key } | { readonly before: Key } | { readonly at: string } | null

/** A thread, a proposal or an announcement, supplied by the feature that owns it. */
export interface CommentTarget {
  readonly type: TargetType
  readonly id: string
  readonly title: string
  /** Address of its page with a query, to which `&at=…` can be added. */
  readonly path: string
  /** Storage key of the reply draft (communities/drafts); without one nothing is stored. */
  readonly draftPlace?: string
}

/** The permanent address of one comment. */
export const commentPath = (target: Pick<CommentTarget, "path">, id: string): string =>
  `${target.path}&at=${id}#c-${id}`

/** The key of a row as it appears in addresses. */
export const keyOf = ({ rootSeq, seq }: { readonly rootSeq: number; readonly seq: number }) => `${rootSeq}.${seq}`
const readKey = (text: string | null): Key | null => {
  const found = /^(\d{1,12})\.(\d{1,12})$/.exec(text ?? "")
  return found === null ? null : { root: Number(found[1]), seq: Number(found[2]) }
}

/** Where an address asks the comments to begin; at the start if it is malformed. */
export const readFrom = (params: URLSearchParams): From => {
  const after = readKey(params.get("after"))
  const before = readKey(params.get("before"))
  const at = params.get("at")
  if (after !== null) return { after }
  if (before !== null) return { before }
  return at !== null && /^[a-z2-7]{12}$/.test(at) ? { at } : null
}
