import { Effect } from "effect"
import type { Reading } from "~/effects/base/metrics/Reading"

/** What a reading reads: values by the figure's name and the values of its labels. */
export const valuesOf = ({ families }: Reading) =>
  Effect.map(families, (all): Readonly<Record<string, number>> => {
    const pairs = all.flatMap((family) =>
      family.type === "histogram"
        ? []
        : family.samples.map(({ labels, value }) => [[family.name, ...Object.values(labels)].join(" "), value] as const)
    )
    return Object.fromEntries(pairs)
  })
