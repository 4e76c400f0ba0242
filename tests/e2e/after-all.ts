import { rmSync } from "node:fs"
import { DEMOS } from "./seeded-demo"

/** Removes what the workers of the run shared. */
export default () => {
  const demos = process.env[DEMOS]
  if (demos !== undefined) rmSync(demos, { recursive: true, force: true })
}
