/** The official scenario transactions, if the shared vectors are present. */
import { existsSync, readFileSync } from "node:fs"

export interface Scenario {
  readonly scenario: string
  readonly transaction: string
  readonly outcome: "success" | "failure"
  readonly manifest: string
  readonly subintentManifests: ReadonlyArray<string>
  readonly notarizedPayloadHex: string
}

const shared = new URL("../../../shared/", import.meta.url)
const file = new URL("vectors/ledger-scenarios.json", shared)
export const templatesFolder = new URL("manifests/", shared)

export const scenarios: ReadonlyArray<Scenario> | undefined = existsSync(file)
  ? (JSON.parse(readFileSync(file, "utf8")) as { readonly vectors: ReadonlyArray<Scenario> }).vectors
  : undefined

/** Printed by every test that cannot run without them. */
export const ABSENT = "the shared vectors are not here"
/** The scenarios run on the simulator. */
export const SIMULATOR = 242
