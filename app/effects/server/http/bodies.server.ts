/**
 * The memory that bodies of requests may take in this process at once (docs/decisions/0106-bodies-have-a-budget.md). A body
 * states its length (docs/decisions/0007-bodies-state-their-length.md), so its room is taken before a byte of it is read.
 */
const KIB = 1_024
const MIB = 1_024 * KIB

export interface BodyBudget {
  /** Bytes of all bodies that are being received or worked on. */
  readonly total: number
  /** Bytes of them that one network may have. */
  readonly share: number
  /** Bytes of a body that is not counted: an ordinary form or message is taken however many others there are. */
  readonly free: number
}

/** A body costs up to twice its length while a file is taken out of it, and what it leaves behind is not swept up at once. */
export const BODY_BUDGET: BodyBudget = { total: 32 * MIB, share: 20 * MIB, free: 16 * KIB }

/** Gives the room back; a second call does nothing. */
export type GiveBack = () => void

export const makeBodies = ({ free, share, total }: BodyBudget) => {
  let all = 0
  const held = new Map<string, number>()
  const add = (network: string, bytes: number) => {
    all += bytes
    const of = (held.get(network) ?? 0) + bytes
    if (of > 0) held.set(network, of)
    else held.delete(network)
  }
  return {
    /** Takes room for a body; undefined where there is none. */
    take: (network: string, bytes: number): GiveBack | undefined => {
      if (bytes <= free) return () => undefined
      if (all + bytes > total || (held.get(network) ?? 0) + bytes > share) return undefined
      add(network, bytes)
      let isHeld = true
      return () => {
        if (isHeld) add(network, -bytes)
        isHeld = false
      }
    }
  }
}
