/** Runs with every test file: files share a process, so each leaves the environment and the server's runtime as they were. */
import { afterAll } from "vitest"

const environment = { ...process.env }

afterAll(() => {
  Reflect.deleteProperty(globalThis, "appRuntime")
  for (const name of Object.keys(process.env)) if (!(name in environment)) delete process.env[name]
  Object.assign(process.env, environment)
})
