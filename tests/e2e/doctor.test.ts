/** The doctor as it is shipped, beside a server that runs and beside one that is gone. */
import { expect, test } from "@playwright/test"
import { runCommand } from "./runCommand"
import { startServer } from "./server"

interface Report {
  readonly ok: boolean
  readonly checks: ReadonlyArray<{ readonly check: string; readonly state: string; readonly message: string }>
}

test("the doctor finds nothing wrong beside a server that runs, and says what is when it is gone", async () => {
  const server = await startServer()
  const { port } = new URL(server.origin)
  const settings = { LEDGER: "local", DATA_DIR: server.dataDir, PORT: port, RELAY_URL: server.origin }
  try {
    const well = await runCommand("doctor", ["--json"], settings)
    const { checks, ok } = JSON.parse(well.out) as Report
    expect(checks.filter(({ state }) => state === "wrong")).toEqual([])
    expect([well.status, well.err, ok, checks.length]).toEqual([0, "", true, 10])
  } finally {
    await server.stop()
  }
  const gone = await runCommand("doctor", [], settings)
  expect(gone.status).toBe(1)
  expect(gone.err).toMatch(/^E-DOCTOR: Something is wrong with: .*origin/)
  expect(gone.out).toMatch(/^WRONG {2}origin +No server answers at http/m)
  expect(gone.out).toMatch(/^look {3}database +There is no database/m)
  expect((await runCommand("doctor", ["--loud"], settings)).status).toBe(2)
})
