import { Effect } from "effect"
import type { Reading } from "~/effects/base/metrics/Family"

/** The values of a collector, by metric name and label values. */
export const valuesOf = ({ families }: Reading) =>
  Effect.map(families, (all): Readonly<Record<string, number>> => {
    const pairs = all.flatMap((family) =>
      family.type === "histogram"
        ? []
        : family.samples.map(({ labels, value }) => [[family.name, ...Object.values(labels)].join(" "), value] as const)
    )
    return Object.fromEntries(pairs)
  })
