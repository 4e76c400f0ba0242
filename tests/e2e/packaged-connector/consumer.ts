/**
 * A consumer's project in a temporary folder: the package from its tarball, and only those of this repository's
 * packages that it names, so that no other resolves by accident. Needs no registry.
 */
import { execFile } from "node:child_process"
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs"
import { createServer } from "node:http"
import { tmpdir } from "node:os"
import { dirname, extname, join } from "node:path"
import { promisify } from "node:util"
import { build } from "vite"
import { packConnector } from "../../../scripts/connector/pack.mjs"

const run = promisify(execFile)
const root = join(import.meta.dirname, "../../..")

/** Packages that the pages themselves import. */
const OF_THE_PAGES = ["react", "react-dom", "@types/react", "@types/react-dom"]

export interface Consumer {
  readonly folder: string
  readonly sizes: { readonly tarball: number; readonly modules: number; readonly page: number; readonly rare: number }
  readonly remove: () => void
}

/** Writes each code block of the README to a file, since all of them have to compile. */
const writeSnippets = (folder: string, installed: string) => {
  const readme = readFileSync(join(installed, "README.md"), "utf8")
  const blocks = [...readme.matchAll(/```ts\n([\s\S]*?)```/g)].map(([, code = ""]) => code)
  if (blocks.length < 3) throw new Error("the package's README shows no code")
  for (const [at, code] of blocks.entries()) writeFileSync(join(folder, `readme-${at}.ts`), code)
}

export const makeConsumer = async (): Promise<Consumer> => {
  const folder = mkdtempSync(join(tmpdir(), "packaged-connector-"))
  const made = join(root, ".cache/packaged-connector")
  mkdirSync(made, { recursive: true })
  const { tarball, ...sizes } = await packConnector(made)
  const installed = join(folder, "node_modules/commonhold-connector")
  mkdirSync(installed, { recursive: true })
  await run("tar", ["-xzf", tarball, "--strip-components=1", "-C", installed])
  const { dependencies, peerDependencies } = JSON.parse(readFileSync(join(installed, "package.json"), "utf8"))
  for (const name of [...Object.keys({ ...dependencies, ...peerDependencies }), ...OF_THE_PAGES]) {
    const from = join(root, "node_modules", name)
    if (!existsSync(from)) throw new Error(`the repository has no ${name}`)
    const to = join(folder, "node_modules", name)
    mkdirSync(dirname(to), { recursive: true })
    symlinkSync(from, to)
  }
  writeFileSync(join(folder, "package.json"), '{ "private": true, "type": "module" }')
  cpSync(join(import.meta.dirname, "pages"), folder, { recursive: true })
  writeSnippets(folder, installed)
  return {
    folder,
    sizes: { tarball: readFileSync(tarball).length, ...sizes },
    remove: () => rmSync(folder, { recursive: true, force: true })
  }
}

/** The compiler's errors for the pages, the README's code and every declaration they reach. */
export const typecheck = ({ folder }: Consumer): Promise<string> =>
  run(join(root, "node_modules/.bin/tsc"), ["-p", folder]).then(
    () => "",
    (failed: { readonly stdout?: string }) => failed.stdout ?? String(failed)
  )

/** The exports of each entry point, as Node resolves it. */
export const importOnServer = async ({ folder }: Consumer): Promise<Readonly<Record<string, ReadonlyArray<string>>>> =>
  JSON.parse((await run(process.execPath, [join(folder, "imports.mjs")], { cwd: folder })).stdout)

export const buildPages = ({ folder }: Consumer) =>
  build({
    root: folder,
    configFile: false,
    publicDir: false,
    logLevel: "error",
    esbuild: { jsx: "automatic" },
    build: {
      outDir: "dist",
      target: "es2022",
      rollupOptions: { input: ["plain.html", "react.html"].map((page) => join(folder, page)) }
    }
  })

/** The policy that the package's README promises to work under: nothing inline, nothing from elsewhere. */
const POLICY = "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; base-uri 'none'"

/** Serves the pages and challenges; `challenges` lists those that were requested. */
export const servePages = ({ folder }: Consumer) => {
  const challenges: Array<string> = []
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? "/", "http://page")
    if (pathname === "/challenge") {
      const challenge = (challenges.length + 1).toString(16).padStart(64, "0")
      challenges.push(challenge)
      response.end(challenge)
      return
    }
    const file = join(folder, "dist", pathname)
    if (!existsSync(file)) {
      response.writeHead(404).end()
      return
    }
    response.setHeader("Content-Security-Policy", POLICY)
    response.setHeader("Content-Type", extname(file) === ".js" ? "text/javascript" : "text/html; charset=utf-8")
    response.end(readFileSync(file))
  })
  return new Promise<{
    readonly origin: string
    readonly challenges: ReadonlyArray<string>
    readonly stop: () => void
  }>((resolve) => {
    server.listen(0, "127.0.0.1", () => {
      const address = server.address()
      const port = typeof address === "object" && address !== null ? address.port : 0
      resolve({ origin: `http://127.0.0.1:${port}`, challenges, stop: () => server.close() })
    })
  })
}
