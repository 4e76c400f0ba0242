/** Which content a tree may have, and how much of it. */
import type { HeadingLevel } from "./Tree"

/** Shape of the parser library's tokens, as far as our readers use it. */
export interface Token {
  readonly type: string
  readonly tag: string
  readonly attrs: ReadonlyArray<readonly [name: string, value: string | number]> | null
  readonly nesting: number
  readonly content: string
  readonly children: ReadonlyArray<Token> | null
  readonly hidden: boolean
}

export const attribute = (token: Token, name: string) => {
  const value = token.attrs?.find(([key]) => key === name)?.[1]
  return value === undefined ? undefined : String(value)
}

export interface TreeRules {
  readonly topHeading: HeadingLevel
  readonly anchorPrefix: string
  readonly imageHosts: ReadonlyArray<string>
  /** `rel` of links that leave the site. */
  readonly linkRel: string | undefined
  /** A heading may end in `{#name}` to choose its anchor, and a picture may state its size: `![…](/… "560x340")`. */
  readonly namedAnchors: boolean
  readonly maxNodes: number
}

/** Counts the nodes of one tree. */
export interface NodeCount {
  /** Counts one more node; false above the limit. */
  readonly add: () => boolean
  readonly isTooMany: () => boolean
}

export const nodeCount = (max: number): NodeCount => {
  let nodes = 0
  return { add: () => ++nodes <= max, isTooMany: () => nodes > max }
}
