/** Runs a command of the build, as the operator does: in the project's folder. */
import { spawn } from "node:child_process"

export interface Ended {
  readonly status: number | null
  readonly out: string
  readonly err: string
}

export const runCommand = (
  command: string,
  words: ReadonlyArray<string>,
  env: Readonly<Record<string, string>> = {}
): Promise<Ended> =>
  new Promise((resolve, reject) => {
    const file = `build/${process.env.TEST_BUILD ?? "local"}/commands/${command}.js`
    const child = spawn(process.execPath, [file, ...words], {
      env: { PATH: process.env.PATH, NODE_ENV: "production", ...env }
    })
    const [out, err]: [Array<string>, Array<string>] = [[], []]
    child.stdout.on("data", (text) => out.push(String(text)))
    child.stderr.on("data", (text) => err.push(String(text)))
    child.once("error", reject)
    child.once("close", (status) => resolve({ status, out: out.join(""), err: err.join("") }))
  })
