import { assert, describe, it } from "@effect/vitest"
import { Effect, FastCheck as fc } from "effect"
import type { Family } from "~/effects/base/metrics/Family"
import { writeFamilies } from "~/effects/base/metrics/Metrics.server"
import { parse } from "./parse"

const name = fc.stringMatching(/^[a-z][a-z0-9_]{0,20}$/)
const labels = fc.dictionary(fc.stringMatching(/^[a-z][a-z0-9_]{0,8}$/), fc.string({ unit: "binary" }), {
  maxKeys: 3,
  noNullPrototype: true
})
const value = fc.double()
const family: fc.Arbitrary<Family> = fc.record({
  name,
  help: fc.string({ unit: "binary" }),
  type: fc.constantFrom("counter" as const, "gauge" as const),
  samples: fc.array(fc.record({ labels, value }), { minLength: 1, maxLength: 4 })
})
const families = fc.uniqueArray(family, { selector: (one) => one.name, maxLength: 5 })

describe("the text format", () => {
  it.prop("is parsed back unchanged, with any characters in names, labels and numbers", [families], ([all]) => {
    // A line ends with a line feed alone; a carriage return is ordinary text.
    const read = parse(writeFamilies(all))
    assert.deepStrictEqual(
      read,
      all.map(({ help, name: own, samples, type }) => ({
        name: own,
        help,
        type,
        samples: samples.map((sample) => ({
          name: own,
          labels: "labels" in sample ? sample.labels : {},
          value: "value" in sample ? (Object.is(sample.value, -0) ? 0 : sample.value) : 0
        }))
      }))
    )
  })

  it.effect("contains the buckets, sum and count of a histogram, and no family without samples", () =>
    Effect.sync(() => {
      const text = writeFamilies([
        { name: "empty_seconds", help: "Nothing.", type: "gauge", samples: [] },
        {
          name: "took_seconds",
          help: "How long.",
          type: "histogram",
          samples: [
            {
              labels: { route: "/" },
              buckets: [
                [0.1, 2],
                [Number.POSITIVE_INFINITY, 3]
              ],
              sum: 1.5,
              count: 3
            }
          ]
        }
      ])
      assert.strictEqual(
        text,
        `# HELP took_seconds How long.
# TYPE took_seconds histogram
took_seconds_bucket{route="/",le="0.1"} 2
took_seconds_bucket{route="/",le="+Inf"} 3
took_seconds_sum{route="/"} 1.5
took_seconds_count{route="/"} 3
`
      )
      assert.strictEqual(parse(text)[0]?.samples.length, 4)
    })
  )
})
