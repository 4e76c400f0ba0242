/**
 * The proxies' examples of docs/operations in front of two servers on one Postgres: a page, a form, an upload, a live
 * stream, and a server that stops under load. Proxies that are not installed are skipped, with a message.
 */
import type { ChildProcess } from "node:child_process"
import { mkdtempSync, rmSync } from "node:fs"
import { join } from "node:path"
import { setTimeout as pause } from "node:timers/promises"
import { expect, test } from "@playwright/test"
import pg from "pg"
import { noisyPicture } from "../../scripts/goals/storage/posts"
import { startPostgres } from "../postgres"
import { isInstalled, proxies } from "../proxyExamples"
import { quickFolder } from "../quickFolder"
import { ask, ORIGIN, portOf, send, startProxy } from "./behindProxy"
import { type RunningServer, startServer } from "./server"

/** Longer than two health checks of the examples. */
const DRAIN_SECONDS = "6"

/** What a browser would send for a form with a file. */
const multipart = async (form: FormData) => {
  const encoded = new Response(form)
  const headers = { "Content-Type": encoded.headers.get("Content-Type") ?? "" }
  return { headers, body: new Uint8Array(await encoded.arrayBuffer()) }
}

const upload = async (port: number) => {
  const asked = await ask(port, { path: "/api/image-upload/signature" })
  const granted = JSON.parse(asked.text) as { readonly signature: string; readonly expire: number }
  const cookie = (asked.headers["set-cookie"] ?? []).map((text) => text.split(";")[0]).join("; ")
  const form = new FormData()
  form.set("UPLOADCARE_PUB_KEY", "commonhold")
  form.set("signature", granted.signature)
  form.set("expire", String(granted.expire))
  form.set("file", new Blob([new Uint8Array(await noisyPicture(1_000))], { type: "image/png" }), "picture.png")
  const { body, headers } = await multipart(form)
  // Above the default limit of proxies.
  expect(body.length).toBeGreaterThan(2 << 20)
  return ask(port, { method: "POST", path: "/api/image-upload/base/", headers: { ...headers, Cookie: cookie }, body })
}

/** The first bytes of a stream, which a buffering proxy would hold back. */
const firstWords = async (port: number, path: string) => {
  const response = await send(port, { path, headers: { Accept: "text/event-stream" } })
  try {
    for await (const chunk of response) return { type: response.headers["content-type"], text: String(chunk) }
  } finally {
    response.destroy()
  }
  return { type: response.headers["content-type"], text: "" }
}

/** Sends one request after another until it is stopped, and collects the failures. */
const requestAgainAndAgain = (port: number) => {
  const wrong: Array<string> = []
  let [asked, isOn] = [0, true]
  const asking = (async () => {
    while (isOn) {
      asked++
      const status = await ask(port, { path: "/support" }).then(
        (response) => response.status,
        (error: unknown) => String(error)
      )
      if (status !== 200) wrong.push(`${asked}: ${status}`)
      await pause(20)
    }
  })()
  const stop = async () => {
    isOn = false
    await asking
    return { asked, wrong }
  }
  return { stop }
}

for (const proxy of proxies) {
  test(`${proxy.command} as in its example`, async () => {
    test.skip(!isInstalled(proxy.command), `${proxy.command} is not installed`)
    test.setTimeout(180_000)
    const postgres = await startPostgres()
    test.skip(postgres === null, "Postgres is not installed, so two servers have nothing to share")
    if (postgres === null) return
    const folder = mkdtempSync(join(quickFolder, `commonhold-${proxy.command}-`))
    const env = {
      APP_ORIGIN: ORIGIN,
      DATABASE_URL: postgres.url,
      DATA_DIR: join(folder, "data"),
      DRAIN_SECONDS,
      SESSION_SECRET: "s".repeat(32)
    }
    let child: ChildProcess | undefined
    const running: Array<RunningServer> = []
    try {
      const first = await startServer({ ...env, SEED: "demo" })
      running.push(first)
      const second = await startServer(env)
      running.push(second)
      const started = await startProxy(proxy, folder, [portOf(first), portOf(second)])
      child = started.child
      const { port } = started

      const page = await ask(port, { path: "/" })
      expect(page.status).toBe(200)
      expect(page.text).toContain("Commonhold")
      expect(page.headers["strict-transport-security"]).toContain("max-age=31536000")

      const fields = {
        name: "Ada",
        email: "ada@example.org",
        topic: "other",
        message: "This is a message that a proxy should not lose.",
        website: ""
      }
      const form = new URLSearchParams(fields).toString()
      const sent = await ask(port, {
        method: "POST",
        path: "/support",
        headers: { "Content-Type": "application/x-www-form-urlencoded", Accept: "text/html" },
        body: Buffer.from(form)
      })
      expect(sent.status, sent.text.slice(0, 500)).toBe(200)
      const client = new pg.Client({ connectionString: postgres.url })
      await client.connect()
      expect((await client.query("SELECT name FROM support_messages")).rows).toEqual([{ name: "Ada" }])

      expect(await upload(port)).toMatchObject({ status: 200 })

      const open = "SELECT id FROM communities WHERE visibility = 'public' LIMIT 1"
      await expect.poll(async () => (await client.query(open)).rowCount).toBe(1)
      const { id } = (await client.query(open)).rows[0] as { readonly id: string }
      await client.end()
      const stream = await firstWords(port, `/api/events?community=${id}`)
      expect(stream.type).toContain("text/event-stream")
      expect(stream.text).toContain("retry:")

      const asking = requestAgainAndAgain(port)
      await first.stop()
      running.shift()
      await pause(1_000)
      const { asked, wrong } = await asking.stop()
      expect(wrong).toEqual([])
      expect(asked).toBeGreaterThan(20)
    } finally {
      child?.kill("SIGTERM")
      for (const server of running) await server.stop()
      await postgres.stop()
      rmSync(folder, { recursive: true, force: true })
    }
  })
}
