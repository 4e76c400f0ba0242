import type { Effect } from "effect"

/** A collector that runs when metrics are requested: a statement or two, each with an index. */
export interface Reading {
  /** Names the collector if it fails. */
  readonly name: string
  readonly families: Effect.Effect<ReadonlyArray<Family>>
}

/** The metrics at /metrics: series of one name, each with its labels and a value (docs/operations/metrics.md). Pure. */

export type Labels = Readonly<Record<string, string>>

export interface Sample {
  readonly labels: Labels
  /** `NaN` and the infinities are valid values. */
  readonly value: number
}

export interface Distribution {
  readonly labels: Labels
  /** Upper bounds, each with the number of observations up to it; the last bound is infinite. */
  readonly buckets: ReadonlyArray<readonly [bound: number, count: number]>
  readonly sum: number
  readonly count: number
}

interface Described {
  /** Lower case, ending with its unit. */
  readonly name: string
  readonly help: string
}

export type Family =
  | (Described & { readonly type: "counter" | "gauge"; readonly samples: ReadonlyArray<Sample> })
  | (Described & { readonly type: "histogram"; readonly samples: ReadonlyArray<Distribution> })

/** A gauge without labels. */
export const gauge = (name: string, help: string, value: number): Family => ({
  name,
  help,
  type: "gauge",
  samples: [{ labels: {}, value }]
})

/** A gauge with one value for each set of labels. */
export const gauges = (name: string, help: string, samples: ReadonlyArray<Sample>): Family => ({
  name,
  help,
  type: "gauge",
  samples
})

export const counter = (name: string, help: string, value: number): Family => ({
  name,
  help,
  type: "counter",
  samples: [{ labels: {}, value }]
})
