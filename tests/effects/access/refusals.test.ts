/**
 * All error classes of the features with their codes, statuses and sentences, as one list. A change of a code or a
 * status is a change for callers (docs/product/errors.md), so it has to be made in the list as well.
 */
import { Arbitrary, FastCheck, Schema } from "effect"
import { expect, test } from "vitest"

interface Sample {
  readonly code?: string
  readonly status?: number
  readonly retryAfter?: number
  readonly message: string
}

const isSample = (value: unknown): value is Sample => value instanceof Error

/** A random number need not be a time. */
const messageOf = (sample: Sample) => {
  try {
    return sample.message
  } catch (thrown) {
    if (thrown instanceof RangeError) return ""
    throw thrown
  }
}

/** What is equal in every sample; "…" for what depends on the fields. */
const same = (values: ReadonlyArray<string | number | undefined>) => {
  const different = new Set(values)
  return different.size === 1 ? (values[0] ?? "none") : "…"
}

const lineOf = (name: string, samples: ReadonlyArray<Sample>) =>
  [
    name,
    same(samples.map(({ code }) => code)),
    same(samples.map(({ status }) => status)),
    same(samples.map(({ retryAfter }) => retryAfter)),
    same(samples.map(messageOf))
  ].join(" | ")

/** With its default values, or some with random ones. */
const samplesOf = (thing: new () => unknown): ReadonlyArray<unknown> => {
  // Random samples never meet the rules of a profile; its sentence is in messages.test.ts.
  if (thing.name === "StaleProfile") return []
  try {
    return [new thing()]
  } catch {
    return FastCheck.sample(Arbitrary.make(thing as unknown as Schema.Schema<unknown>), { numRuns: 6, seed: 7 })
  }
}

const errors = async (): Promise<ReadonlyArray<string>> => {
  const files = {
    ...import.meta.glob("/app/effects/**/errors.ts"),
    ...import.meta.glob("/app/effects/base/failures/failures.ts")
  }
  const lines: Array<string> = []
  for (const [path, load] of Object.entries(files).sort()) {
    for (const [name, thing] of Object.entries((await load()) as object).sort()) {
      if (typeof thing !== "function" || !Schema.isSchema(thing)) continue
      const samples = samplesOf(thing as unknown as new () => unknown).filter(isSample)
      if (samples.length > 0) lines.push(`${path.split("/").at(-2)} ${lineOf(name, samples)}`)
    }
  }
  return lines
}

test("every error has the code, the status and the sentence of the list", async () => {
  const lines = await errors()
  expect(lines.length).toBeGreaterThan(140)
  await expect(`${lines.join("\n")}\n`).toMatchFileSnapshot("./refusals.txt")
})
