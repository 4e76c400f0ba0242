import type { Effect } from "effect"
import type { Family } from "./Family"

/** Something that is looked up when figures are asked for: a statement or two, each with an index behind it. */
export interface Reading {
  /** Names it where it fails. */
  readonly name: string
  readonly families: Effect.Effect<ReadonlyArray<Family>>
}
