/** The doctor of a healthy site, and of one with each fault in turn. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { DatabaseSync } from "node:sqlite"
import { assert, describe, it } from "@effect/vitest"
import { Effect, Fiber, Layer, TestClock } from "effect"
import { nameAt } from "~/effects/base/backup/scheduled/names"
import { MigrationsLive } from "~/effects/base/db/migrations/index.server"
import { layerSqlite } from "~/effects/base/db/Sql.server"
import { type Checks, examine, TextRecords } from "~/effects/server/doctor/doctor.server"
import { Ailment, lineOf } from "~/effects/server/doctor/ledgerChecks.server"
import { quickFolder } from "../../../quickFolder"
import { type Site, siteIn } from "./site"

const folder = Effect.acquireRelease(
  Effect.sync(() => mkdtempSync(join(quickFolder, "commonhold-doctor-"))),
  (path) => Effect.sync(() => rmSync(path, { recursive: true, force: true }))
)
/** A scheduled backup, as far as its name tells. */
const backup = (dataDir: string, at: number) => {
  const path = join(dataDir, "backups", nameAt(at))
  mkdirSync(path, { recursive: true })
  writeFileSync(join(path, "manifest.json"), "{}")
}
const wellSite = Effect.gen(function* () {
  const dataDir = yield* folder
  mkdirSync(join(dataDir, "uploads"))
  backup(dataDir, Date.now() - 3_600_000)
  const database = layerSqlite(join(dataDir, "commonhold.sqlite"))
  yield* Effect.scoped(Layer.build(Layer.provide(MigrationsLive, database)))
  return yield* siteIn(dataDir)
})
/** The public name servers, as far as this site is concerned. */
const names: Readonly<Record<string, string>> = {
  "commons.example": "v=spf1 mx -all",
  "_dmarc.commons.example": "v=DMARC1; p=reject"
}
const known = (name: string) => Effect.succeed(names[name] === undefined ? [] : [names[name]])
const read = (site: Site, changes: Readonly<Record<string, string>> = {}, records = known) =>
  Effect.provideService(
    examine({ ...site.variables, BACKUP_FOLDER: `${site.variables.DATA_DIR}/backups`, ...changes }),
    TextRecords,
    records
  )

describe("the doctor", () => {
  it.live("finds nothing wrong with a healthy site", () =>
    Effect.scoped(
      Effect.gen(function* () {
        const found = yield* read(yield* wellSite)
        assert.deepStrictEqual(
          found.map(({ check, message, state }) => [check, state === "well" ? state : message]),
          [
            "settings",
            "database",
            "uploads",
            "backups",
            "mail",
            "signups",
            "origin",
            "well-known",
            "gateway",
            "definition",
            "clock",
            "relay"
          ].map((check) => [check, "well"])
        )
      })
    )
  )

  type Fault = (site: Site) => Readonly<Record<string, string>> | undefined
  const closed = "127.0.0.1:9" // nobody listens there
  const instead =
    (path: string, status: number, text = "{}"): Fault =>
    (site) => {
      site.instead[path] = [status, text]
      return undefined
    }
  const without =
    (key: string): Fault =>
    (site) => {
      site.metadata = site.metadata.filter((item) => item.key !== key)
      return undefined
    }
  const none: Fault = ({ variables }) => ({ DATA_DIR: `${variables.DATA_DIR}/none` })
  const faults: ReadonlyArray<readonly [string, Fault, check: string, state: string, message: RegExp]> = [
    ["no database", none, "database", "advice", /There is no database.*DATA_DIR/],
    [
      "a database that is away",
      () => ({ DATABASE_URL: `postgres://me:hunter2@${closed}/x` }),
      "database",
      "wrong",
      /cannot be opened or reached.*DATABASE_URL.*ECONNREFUSED/
    ],
    [
      "a folder of backups that has vanished",
      ({ variables }) => ({ BACKUP_FOLDER: `${variables.DATA_DIR}/gone` }),
      "backups",
      "wrong",
      /^Backups cannot be stored or found: .*gone does not exist\./
    ],
    [
      "an old backup",
      ({ variables }) => {
        rmSync(`${variables.DATA_DIR}/backups`, { recursive: true })
        backup(variables.DATA_DIR ?? "", Date.now() - 3 * 86_400_000)
        return undefined
      },
      "backups",
      "advice",
      /^The newest backup: 3 days ago, in the folder .*\(1 backup\)\. Look in the log/
    ],
    ["no backup", () => ({ BACKUP_FOLDER: "" }), "backups", "advice", /^No backups are scheduled: set BACKUP_FOLDER/],
    ["no folder", none, "uploads", "advice", /There is no folder .*uploads yet/],
    [
      "a store that is away",
      () => ({
        UPLOADS_S3_ENDPOINT: `http://${closed}`,
        UPLOADS_S3_REGION: "auto",
        UPLOADS_S3_BUCKET: "pictures",
        UPLOADS_S3_KEY_ID: "AKIATESTS",
        UPLOADS_S3_SECRET: "hunter22"
      }),
      "uploads",
      "wrong",
      /S3 store of uploads cannot be reached.*UPLOADS_S3_ENDPOINT/
    ],
    [
      "a mail server that is away",
      () => ({ SMTP_URL: `smtp://me:hunter2@${closed}` }),
      "mail",
      "wrong",
      /does not accept our e-mails.*SMTP_URL/
    ],
    [
      "a sender without records",
      () => ({ MAIL_FROM: "post@elsewhere.example" }),
      "mail",
      "advice",
      /elsewhere\.example has no SPF and no DMARC/
    ],
    [
      "sign-ups that nobody is told of",
      ({ variables }) => {
        const database = new DatabaseSync(`${variables.DATA_DIR}/commonhold.sqlite`)
        database.exec("INSERT INTO signup_mode (id, mode, ask, since) VALUES (1, 'approval', '', 0)")
        database.close()
        return undefined
      },
      "signups",
      "advice",
      /^Sign-ups are by approval, 0 sign-ups wait, and OPERATORS names nobody/
    ],
    ["a site that is down", () => ({ APP_ORIGIN: `http://${closed}` }), "origin", "wrong", /No server answers at http/],
    ["a site that is not ready", instead("/readyz", 503), "origin", "wrong", /answers 503/],
    ["a proxy that sends on", instead("/readyz", 301), "origin", "wrong", /another address \(301\).*APP_ORIGIN/],
    [
      "a proxy that keeps the list",
      instead("/.well-known/radix.json", 404, "<html>"),
      "well-known",
      "wrong",
      /not the server's own \(404\)/
    ],
    [
      "a list of another site",
      instead("/.well-known/radix.json", 200, '{"dApps":[]}'),
      "well-known",
      "wrong",
      /does not name account_/
    ],
    [
      "a gateway in trouble",
      instead("/transaction/construction", 500),
      "gateway",
      "wrong",
      /does not answer.*GATEWAY_URL/
    ],
    [
      "a gateway that lags",
      (site) => {
        site.age = 600_000
        return undefined
      },
      "gateway",
      "wrong",
      /60\d seconds behind/
    ],
    [
      "a definition that is none",
      without("account_type"),
      "definition",
      "wrong",
      /lacks account_type "dapp definition"/
    ],
    [
      "a definition of another site",
      without("claimed_websites"),
      "definition",
      "wrong",
      /lacks claimed_websites with http/
    ],
    ["a definition without a name", without("name"), "definition", "advice", /has no name/],
    [
      "a clock that is slow",
      (site) => {
        site.clock = 90_000
        return undefined
      },
      "clock",
      "wrong",
      /clock is \d\d seconds behind.*NTP/
    ],
    ["a relay that is away", () => ({ RELAY_URL: `http://${closed}` }), "relay", "advice", /relay .* does not answer/]
  ]
  it.live.each(faults)(
    "reports the problem of %s and its remedy, and runs every other check",
    ([, fault, check, state, message]) =>
      Effect.scoped(
        Effect.gen(function* () {
          const site = yield* wellSite
          const found = yield* read(site, fault(site))
          const said = found.find((finding) => finding.check === check)
          assert.strictEqual(said?.state, state)
          assert.match(said?.message ?? "", message)
          assert.lengthOf(found, 12)
          assert.notInclude(JSON.stringify(found), "hunter2")
          assert.isAbove(found.filter((finding) => finding.state === "well").length, 4)
        })
      )
  )

  it.effect("reports invalid settings first, and then nothing else", () =>
    Effect.gen(function* () {
      const found = yield* examine({ LEDGER: "stokenet", APP_ORIGIN: "commons.example" })
      assert.include(found[0]?.message, "SESSION_SECRET is missing")
      assert.include(found[0]?.message, "APP_ORIGIN: expected an origin")
      assert.deepStrictEqual([...new Set(found.slice(1).map(({ state }) => state))], ["skipped"])
    })
  )

  it.effect("waits ten seconds for a check at most, and does not wait for a crashed one", () =>
    Effect.gen(function* () {
      const checks: Checks = {
        silent: Effect.never,
        stubborn: Effect.uninterruptible(Effect.never),
        broken: Effect.dieMessage("a mistake of ours"),
        ill: new Ailment({ message: "It is ill. Do this." }),
        well: Effect.succeed("It is well.")
      }
      const checking = yield* Effect.fork(examine({ SESSION_SECRET: "s".repeat(32) }, checks))
      yield* TestClock.adjust("10 seconds")
      const found = yield* Fiber.join(checking)
      assert.deepStrictEqual(
        found.slice(1).map(({ state }) => state),
        ["wrong", "wrong", "wrong", "wrong", "well"]
      )
      assert.match(found[1]?.message ?? "", /^No answer within ten seconds/)
      assert.match(found[2]?.message ?? "", /^No answer within ten seconds/)
      assert.include(found[3]?.message, "a mistake of ours")
    })
  )

  it("shows a finding as a line", () => {
    assert.strictEqual(lineOf({ check: "mail", state: "wrong", message: "Do this." }), "WRONG  mail        Do this.")
  })
})
