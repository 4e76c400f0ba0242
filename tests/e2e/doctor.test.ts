/** The doctor command as shipped, with a running server and with one that has stopped. */
import { expect, test } from "@playwright/test"
import { runCommand } from "./runCommand"
import { startServer } from "./server"

interface Report {
  readonly ok: boolean
  readonly checks: ReadonlyArray<{ readonly check: string; readonly state: string; readonly message: string }>
}

test("the doctor finds nothing wrong with a running server, and reports one that has stopped", async () => {
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
