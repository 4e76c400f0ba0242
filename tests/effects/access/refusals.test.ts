/**
 * All error classes of the features with their codes, statuses and sentences, as one list. A change of a code or a
 * status is a change for callers (docs/product/errors.md), so it has to be made in the list as well.
 */
import { Arbitrary, FastCheck } from "effect"
import { expect, test } from "vitest"
import { type ErrorClass, errorClasses, hiddenClasses } from "./errorClasses"

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
const samplesOf = (thing: ErrorClass): ReadonlyArray<unknown> => {
  // Random samples never meet the rules of a profile; its sentence is in messages.test.ts.
  if (thing.name === "StaleProfile") return []
  try {
    return [new thing()]
  } catch {
    return FastCheck.sample(Arbitrary.make(thing), { numRuns: 6, seed: 7 })
  }
}

/** The folder of a feature. */
const featureOf = (path: string) =>
  path
    .split("/")
    .slice(0, -1)
    .filter((part) => part !== "pages")
    .at(-1)

const errors = async (): Promise<ReadonlyArray<string>> =>
  (await errorClasses()).flatMap(({ name, path, thing }) => {
    const samples = samplesOf(thing).filter(isSample)
    return samples.length > 0 ? [`${featureOf(path)} ${lineOf(name, samples)}`] : []
  })

test("every class of refusals is exported, so that the list has it", () => {
  expect(hiddenClasses()).toEqual([])
})

test("every error has the code, the status and the sentence of the list", async () => {
  const lines = await errors()
  expect(lines.length).toBeGreaterThan(140)
  await expect(`${lines.join("\n")}\n`).toMatchFileSnapshot("./refusals.txt")
})
