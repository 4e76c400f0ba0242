/** The built server and its command with uploads in an S3 store, also while the store fails. */
import { createHash } from "node:crypto"
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { expect, test } from "@playwright/test"
import { Redacted } from "effect"
import { S3Server } from "../effects/people/uploads/s3Server"
import { quickFolder } from "../quickFolder"
import { runCommand } from "./runCommand"
import { installScriptedWallet } from "./scripted-wallet"
import { startServer } from "./server"
import { chooseTags, connect, openWizard, picture, upload } from "./wizard-steps"

const FILE = "abcdefghijklmnopqrstuvwxyz"
const bytes = Buffer.alloc(300_000, "a picture ")
const digest = createHash("sha256").update(bytes).digest("hex")

const settingsOf = ({ bucket }: S3Server) => ({
  UPLOADS_S3_ENDPOINT: bucket.endpoint,
  UPLOADS_S3_REGION: bucket.region,
  UPLOADS_S3_BUCKET: bucket.bucket,
  UPLOADS_S3_PREFIX: bucket.prefix,
  UPLOADS_S3_KEY_ID: bucket.keyId,
  UPLOADS_S3_SECRET: Redacted.value(bucket.secret)
})

let store: S3Server
let folder = ""
test.beforeEach(async () => {
  store = new S3Server()
  await store.start()
  folder = mkdtempSync(join(quickFolder, "commonhold-s3-"))
})
test.afterEach(async () => {
  await store.stop()
  rmSync(folder, { recursive: true, force: true })
})

test("pictures are served through the site from the store, and recover with it", async () => {
  const server = await startServer(settingsOf(store))
  const picture = `${server.origin}/files/${FILE}/-/preview/1000x562/`
  try {
    store.files.set(`commons/${FILE}.preview.webp`, { bytes, digest })
    const whole = await fetch(picture)
    expect([whole.status, whole.headers.get("etag")]).toEqual([200, `"${FILE}"`])
    expect(Buffer.from(await whole.arrayBuffer()).equals(bytes)).toBe(true)
    expect((await fetch(picture, { headers: { "If-None-Match": `"${FILE}"` } })).status).toBe(304)
    expect((await fetch(picture, { method: "HEAD" })).headers.get("content-length")).toBe("300000")

    store.mood = "forbidden"
    const refused = await fetch(picture)
    expect([refused.status, refused.headers.get("retry-after")]).toEqual([503, "5"])
    expect(await refused.json()).toMatchObject({ code: "E-STORAGE" })
    const degraded = () =>
      fetch(`${server.origin}/readyz`).then(async (response) => [response.status, await response.json()])
    await expect.poll(degraded).toEqual([200, { ready: true, degraded: ["uploads"] }])
    expect((await fetch(`${server.origin}/explore`)).status).toBe(200)
    expect(server.log()).toContain("S3 403 AccessDenied")

    // A body that breaks off half-way must not end the server or count as a whole picture.
    store.mood = "cutting"
    await expect(fetch(picture).then((response) => response.arrayBuffer())).rejects.toThrow()
    store.mood = "well"
    expect((await fetch(picture)).status).toBe(200)
    await expect.poll(degraded).toEqual([200, { ready: true, degraded: [] }])
  } finally {
    await server.stop()
  }
})

for (const mood of ["forbidden", "full"] as const) {
  test(`a store that is ${mood} loses nothing that was typed, and stores no half of a picture`, async ({ browser }) => {
    const server = await startServer(settingsOf(store))
    const context = await browser.newContext({ baseURL: server.origin })
    try {
      await installScriptedWallet(context, { label: "Ada", seed: `s3/${mood}` })
      const page = await context.newPage()
      await connect(page)
      await openWizard(page)
      await page.getByLabel("Name", { exact: true }).fill("Ada Byron")
      await page.getByLabel("Bio").fill("I keep bees and spreadsheets.")
      await chooseTags(page, "Arts", "Music")
      const before = [...store.files.keys()]
      store.mood = mood
      const reply = page.waitForResponse("**/api/image-upload/base/")
      await page.getByLabel("Choose a picture").setInputFiles(await picture())
      expect((await reply).status()).toBe(503)
      await expect(page.getByText("File upload failed.", { exact: true })).toBeVisible()
      await expect(page.getByLabel("Name", { exact: true })).toHaveValue("Ada Byron")
      await expect(page.getByLabel("Bio")).toHaveValue("I keep bees and spreadsheets.")
      await expect(page.getByRole("checkbox", { name: "Music", exact: true })).toBeChecked()
      expect([...store.files.keys()]).toEqual(before)
      store.mood = "well"
      await upload(page)
      expect(store.files.size).toBe(before.length + 2)
    } finally {
      await context.close()
      await server.stop()
    }
  })
}

test("a start says in one sentence that the store cannot be used", async () => {
  store.mood = "bucketless"
  await expect(startServer(settingsOf(store))).rejects.toThrow(/S3 store of uploads cannot be reached/)
})

test("a backup says that the bucket is not in it", async () => {
  const server = await startServer(settingsOf(store))
  try {
    const settings = { ...settingsOf(store), DATA_DIR: server.dataDir }
    const { out, status } = await runCommand("backup", [join(folder, "backup")], settings)
    expect(status).toBe(0)
    expect(out).toContain("The pictures in the bucket pictures are not in it")
  } finally {
    await server.stop()
  }
})

test("the command copies a folder into the store and back", async () => {
  const from = join(folder, "from")
  mkdirSync(join(from, "uploads/ab"), { recursive: true })
  writeFileSync(join(from, `uploads/ab/${FILE}.png`), bytes)
  const settings = settingsOf(store)
  const there = await runCommand("uploads", ["to-s3"], { ...settings, DATA_DIR: from })
  expect(there).toEqual({
    status: 0,
    out: "Copied 1 files into the bucket pictures; 0 were there already. All hashes match.\n",
    err: ""
  })
  const back = await runCommand("uploads", ["to-folder"], { ...settings, DATA_DIR: join(folder, "back") })
  expect(back).toMatchObject({ status: 0, err: "" })
  expect(readFileSync(join(folder, `back/uploads/ab/${FILE}.png`)).equals(bytes)).toBe(true)

  store.mood = "forbidden"
  const refused = await runCommand("uploads", ["to-s3"], { ...settings, DATA_DIR: from })
  expect(refused).toMatchObject({ status: 1, out: "" })
  expect(refused.err).toMatch(/^E-STORAGE: The S3 store of uploads refuses this server\..*AccessDenied\)\.\n$/)
  expect(await runCommand("uploads", ["to-s3"], { DATA_DIR: from })).toMatchObject({
    status: 1,
    err: expect.stringMatching(/^E-UPLOADS: There is no S3 store/)
  })
  expect((await runCommand("uploads", ["sideways"])).status).toBe(2)
})
