/** Position of a statement's page or file: the treasury's movements come first, then those of escrow accounts. Pure. */
import { Schema } from "effect"

/** The treasury's own account, or all its escrow accounts. */
export type Part = "treasury" | "escrow"

/** A movement's position in its part; `key` separates those of one transaction. */
export const MovementKey = Schema.Struct({ at: Schema.Number, stateVersion: Schema.Number, key: Schema.String })
export type MovementKey = typeof MovementKey.Type

export interface Position {
  readonly part: Part
  /** The last movement before this position; null at the beginning of the part. */
  readonly key: MovementKey | null
}

export const positionText = ({ key, part }: Position): string => {
  const place = key === null ? "" : `${key.at}~${key.stateVersion}~${key.key}`
  return part === "escrow" ? `escrow~${place}` : place
}

/** Anything else means the beginning. */
export const positionNamed = (text: string | null): Position | null => {
  if (text === "escrow~") return { part: "escrow", key: null }
  const match = /^(escrow~)?(\d{1,15})~(\d{1,15})~(resource_[a-z0-9_]{1,100}(?: account_[a-z0-9_]{1,100})?)$/.exec(
    text ?? ""
  )
  if (match === null) return null
  return {
    part: match[1] === undefined ? "treasury" : "escrow",
    key: { at: Number(match[2]), stateVersion: Number(match[3]), key: match[4] ?? "" }
  }
}
