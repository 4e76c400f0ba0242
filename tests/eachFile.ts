/**
 * Runs with every test file. Files share a process, so each leaves the environment and the server's runtime as they
 * were, and waits for its imports: the views of a page start loading with the page, vitest answers an import only
 * while the file runs that began it, and the next file would wait a minute for the same module and fail.
 *
 * Errors of failing tests are cut to a bounded length, because the reporter parses lines of a stack by an expression
 * that takes hours for a line of some hundred thousand characters.
 */
import { afterAll, afterEach, vi } from "vitest"

const environment = { ...process.env }

/** Characters of a message, and of one line of a stack. */
const LONGEST = 20_000
const LONGEST_LINE = 200

const shortened = (text: string, most: number) => (text.length > most ? `${text.slice(0, most)}…` : text)

afterEach(({ task }) => {
  for (const failure of task.result?.errors ?? []) {
    const lines = (failure.stack ?? "").split("\n")
    // The message comes first, the stack at the end.
    const first = lines.findIndex((line) => /^\s+at /.test(line))
    const [said, places] = first === -1 ? [lines, []] : [lines.slice(0, first), lines.slice(first)]
    const words = shortened(said.map((line) => shortened(line, LONGEST_LINE)).join("\n"), LONGEST)
    failure.message = shortened(failure.message, LONGEST)
    failure.stack = [words, ...places].join("\n")
  }
})

afterAll(async () => {
  await vi.dynamicImportSettled()
  Reflect.deleteProperty(globalThis, "appRuntime")
  for (const name of Object.keys(process.env)) if (!(name in environment)) delete process.env[name]
  Object.assign(process.env, environment)
})
