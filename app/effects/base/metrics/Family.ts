/** What can be read at /metrics: series of one name, each with its labels and a value (docs/operations/metrics.md). Pure. */

export type Labels = Readonly<Record<string, string>>

export interface Sample {
  readonly labels: Labels
  /** `NaN` and the infinities are values, too. */
  readonly value: number
}

export interface Distribution {
  readonly labels: Labels
  /** Upper bounds, and how many observations were at most that large; the last bound is infinite. */
  readonly buckets: ReadonlyArray<readonly [bound: number, count: number]>
  readonly sum: number
  readonly count: number
}

interface Described {
  /** Lower case, with its unit at the end. */
  readonly name: string
  readonly help: string
}

export type Family =
  | (Described & { readonly type: "counter" | "gauge"; readonly samples: ReadonlyArray<Sample> })
  | (Described & { readonly type: "histogram"; readonly samples: ReadonlyArray<Distribution> })

/** One value without labels. */
export const gauge = (name: string, help: string, value: number): Family => ({
  name,
  help,
  type: "gauge",
  samples: [{ labels: {}, value }]
})

/** One value for each of several things. */
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
