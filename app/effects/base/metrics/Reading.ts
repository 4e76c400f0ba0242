import type { Effect } from "effect"
import type { Family } from "./Family"

/** A collector that runs when metrics are requested: a statement or two, each with an index. */
export interface Reading {
  /** Names the collector if it fails. */
  readonly name: string
  readonly families: Effect.Effect<ReadonlyArray<Family>>
}
