/**
 * Fixtures of every journey: a running server, a wallet that really signs, the mailbox, the clock and the faults.
 *
 * Every page is watched: an uncaught error, a console error or a blocked script fails the test that caused it.
 */
import { test as base, expect, type Page } from "@playwright/test"
import { installScriptedWallet, type ScriptedWallet } from "./scripted-wallet"
import { type RunningServer, startServer } from "./server"

export { expect }

interface Email {
  readonly to: string
  readonly subject: string
  readonly text: string
  readonly at: string
}

export interface Mailbox {
  /** Newest first. */
  readonly emails: () => Promise<ReadonlyArray<Email>>
  /** The six digits of the newest e-mail to this address; waits for one newer than those already read. */
  readonly lastCode: (email: string) => Promise<string>
}

export interface LocalEndpoints {
  readonly advanceClock: (seconds: number) => Promise<void>
  readonly setFaults: (faults: {
    readonly beacon?: "up" | "down"
    readonly gateway?: "up" | "down"
    readonly smtp?: "up" | "down"
    /** The result of the next submitted transaction, once. */
    readonly nextTransaction?: "CommittedFailure" | "Rejected" | "Pending" | null
  }) => Promise<void>
}

interface WorkerFixtures {
  readonly serverEnvironment: Readonly<Record<string, string>>
  readonly server: RunningServer
}
interface TestFixtures {
  readonly wallet: ScriptedWallet
  readonly mailbox: Mailbox
  readonly local: LocalEndpoints
  /** Patterns of console errors this test causes on purpose. */
  readonly expectedErrors: Array<RegExp>
  readonly watch: undefined
}

const post = async (url: string, body: unknown) => {
  const response = await fetch(url, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify(body)
  })
  if (!response.ok) throw new Error(`${url} answered ${response.status}: ${await response.text()}`)
}

/** Chromium logs this for every response that is not 2xx; the tests check the page's own message instead. */
const NETWORK_NOISE = /^Failed to load resource/

/** A click that leaves a page during its revalidation: the router aborts it, and nothing awaits the rejected promise. */
const GIVEN_UP = /^AbortError: signal is aborted without reason/

const watchErrors = (page: Page, problems: Array<string>) => {
  page.on("pageerror", (error) => {
    if (!GIVEN_UP.test(String(error))) problems.push(String(error))
  })
}

/** What went wrong between page and server, printed if the test fails. */
const noteTrouble = (page: Page, trouble: Array<string>) => {
  const note = (path: string, why: string) =>
    trouble.push(`${new Date().toISOString().slice(14, 23)} ${why} ${path.split("?", 1)[0]}`)
  page.on("requestfailed", (request) => note(request.url(), request.failure()?.errorText ?? "failed"))
  page.on("response", (response) => response.status() >= 400 && note(response.url(), String(response.status())))
}

const watchPage = (page: Page, problems: Array<string>) => {
  watchErrors(page, problems)
  page.on("console", (message) => {
    const text = message.text()
    if (message.type() === "error" && !NETWORK_NOISE.test(text) && !GIVEN_UP.test(text)) problems.push(text)
  })
}

export const test = base.extend<TestFixtures, WorkerFixtures>({
  serverEnvironment: [{}, { option: true, scope: "worker" }],
  server: [
    async ({ serverEnvironment }, use) => {
      const server = await startServer(serverEnvironment)
      await use(server)
      await server.stop()
    },
    // The first of a worker's files with the demonstration has to create it.
    { scope: "worker", timeout: 360_000 }
  ],
  baseURL: async ({ server }, use) => use(server.origin),
  expectedErrors: async ({ baseURL: _ }, use) => use([]),
  watch: [
    async ({ browser, context, expectedErrors }, use, testInfo) => {
      const problems: Array<string> = []
      const trouble: Array<string> = []
      context.on("page", (page) => watchPage(page, problems))
      context.on("page", (page) => noteTrouble(page, trouble))
      for (const page of context.pages()) watchPage(page, problems)
      // Also watches the pages of people in browsers of their own (`visitAs`).
      const newContext = browser.newContext.bind(browser)
      browser.newContext = async (options) => {
        const made = await newContext(options)
        made.on("page", (page) => watchErrors(page, problems))
        made.on("page", (page) => noteTrouble(page, trouble))
        return made
      }
      await use(undefined)
      browser.newContext = newContext
      if (testInfo.status !== testInfo.expectedStatus) console.info(["Requests that failed:", ...trouble].join("\n"))
      const unexpected = problems.filter((problem) => !expectedErrors.some((pattern) => pattern.test(problem)))
      expect(unexpected, "errors the pages reported").toEqual([])
    },
    { auto: true }
  ],
  wallet: async ({ page }, use, testInfo) => {
    // Each test has a person of its own, since all tests of a worker share its server.
    await use(
      await installScriptedWallet(page, { label: "Ada Main", seed: `${testInfo.testId}-${testInfo.repeatEachIndex}` })
    )
  },
  mailbox: async ({ server }, use) => {
    const emails = async () => {
      const response = await fetch(`${server.origin}/local/mailbox.json`)
      return (await response.json()) as ReadonlyArray<Email>
    }
    const seen = new Set<string>()
    await use({
      emails,
      lastCode: async (email) => {
        let code: string | undefined
        await expect
          .poll(
            async () => {
              const message = (await emails()).find(
                (candidate) => candidate.to === email && /\b\d{6}\b/.test(candidate.text)
              )
              const found = message?.text.match(/\b\d{6}\b/)?.[0]
              code = message !== undefined && !seen.has(`${message.at} ${found}`) ? found : undefined
              if (code !== undefined) seen.add(`${message?.at} ${code}`)
              return code
            },
            { message: `an e-mail with a code for ${email}` }
          )
          .toBeDefined()
        return code ?? ""
      }
    })
  },
  local: async ({ server }, use) => {
    await use({
      advanceClock: (seconds) => post(`${server.origin}/local/clock`, { advanceSeconds: seconds }),
      setFaults: (faults) => post(`${server.origin}/local/faults`, faults)
    })
    await post(`${server.origin}/local/faults`, { gateway: "up", smtp: "up", beacon: "up", nextTransaction: null })
  }
})
