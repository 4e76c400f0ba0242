/**
 * `npm run pack:connector` builds an npm package of `app/connector`:
 * `build/packages/commonhold-connector-<version>.tgz` with ES modules, their declarations, README, changelog and
 * licence. It prints the sizes. Nothing is published.
 *
 * The package contains what its entry points reach inside `app/connector`. An import that leads out of that folder, or
 * to a package that `scripts/connector/package.json` does not name, fails the command with a sentence.
 */
import { execFileSync } from "node:child_process"
import { copyFileSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { basename, join, relative } from "node:path"
import { brotliCompressSync, constants } from "node:zlib"
import ts from "typescript"
import { build } from "vite"
import { RARE } from "./rare.mjs"

const root = join(import.meta.dirname, "../..")
const source = join(root, "app/connector")
const manifest = JSON.parse(readFileSync(join(import.meta.dirname, "package.json"), "utf8"))

/** Entry points and their files, which package.json exports under the same names. */
const doors = {
  index: "index.ts",
  browser: "browser.ts",
  handle: "WalletHandle.ts",
  button: "button/define.ts",
  ports: "ports.ts"
}
const entries = Object.values(doors).map((file) => join(source, file))

const ranges = { ...manifest.dependencies, ...manifest.peerDependencies }
/** @param {string} id @returns the package's name */
const packageOf = (id) => /^(@[^/]+\/[^/]+|[^/]+)/.exec(id)?.[0] ?? id
/** @param {string} id */
const isForeign = (id) => !id.startsWith(".") && !id.startsWith("/") && !id.startsWith("\0")

/** @param {string} id @param {string | undefined} from */
const requireNamed = (id, from) => {
  if (Object.hasOwn(ranges, packageOf(id))) return true
  throw new Error(`${from ?? "an entry point"} imports ${id}, which scripts/connector/package.json does not name.`)
}

/** All files below a folder, as paths relative to it. @param {string} folder */
const filesBelow = (folder) =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)))
    .sort()

/**
 * One module for each of ours, so that bundlers can leave out unused ones and stack traces name files. @param {string}
 * out
 */
const writeModules = async (out) => {
  await build({
    root,
    configFile: false,
    publicDir: false,
    logLevel: "error",
    plugins: [
      {
        name: "connector-alone",
        resolveId: (id, from) => {
          if (isForeign(id)) requireNamed(id, from)
          return null
        },
        generateBundle: (_, bundle) => {
          for (const part of Object.values(bundle)) {
            if (part.type !== "chunk") throw new Error(`${part.fileName} is not a module.`)
            const strangers = Object.keys(part.modules).filter((id) => !id.startsWith(`${source}/`))
            if (strangers.length > 0) throw new Error(`${part.fileName} contains ${strangers[0]}.`)
          }
        }
      }
    ],
    build: {
      outDir: out,
      target: "es2022",
      minify: false,
      lib: { entry: entries, formats: ["es"] },
      rollupOptions: {
        external: isForeign,
        output: { preserveModules: true, preserveModulesRoot: source, entryFileNames: "[name].js" }
      }
    }
  })
}

/** Node's resolution requires file extensions, also in declarations. @param {string} text */
const withExtensions = (text) =>
  text.replace(
    /(\bfrom\s*|\bimport\s*\(?\s*)(["'])(\.{1,2}\/[^"']+)\2/g,
    (_, before, quote, path) => `${before}${quote}${path}.js${quote}`
  )

/** @param {string} out */
const writeDeclarations = (out) => {
  const { config } = ts.readConfigFile(join(root, "tsconfig.json"), ts.sys.readFile)
  const { tsBuildInfoFile: _, ...options } = ts.convertCompilerOptionsFromJson(config.compilerOptions, root).options
  const program = ts.createProgram(entries, {
    ...options,
    // Without the alias and the types of Node and Vite, which pages of other projects lack.
    paths: {},
    types: [],
    allowJs: false,
    checkJs: false,
    noEmit: false,
    incremental: false,
    declaration: true,
    emitDeclarationOnly: true,
    rootDir: source,
    outDir: out
  })
  const { diagnostics } = program.emit(undefined, (name, text) => ts.sys.writeFile(name, withExtensions(text)))
  const problems = [...ts.getPreEmitDiagnostics(program), ...diagnostics]
  if (problems.length === 0) return
  throw new Error(
    ts.formatDiagnostics(problems, {
      getCanonicalFileName: (name) => name,
      getCurrentDirectory: () => root,
      getNewLine: () => "\n"
    })
  )
}

/** @param {Uint8Array} bytes */
const brotli = (bytes) =>
  brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY } }).length

/** Sizes by chunk of what a page with the connector and its button loads. @param {string} folder of the package */
const weigh = async (folder) => {
  const input = join(folder, "../weighed.js")
  writeFileSync(
    input,
    `import { createConnector } from "./${basename(folder)}/dist/browser.js"
createConnector(JSON.parse(document.body.dataset.options)).mountButton(document.body)
`
  )
  const made = await build({
    root: join(folder, ".."),
    configFile: false,
    publicDir: false,
    logLevel: "error",
    build: {
      write: false,
      target: "es2022",
      rollupOptions: { input, output: { chunkFileNames: "[name]-[hash].js" } }
    }
  })
  rmSync(input)
  const chunks = [made].flat().flatMap((one) => ("output" in one ? one.output : []))
  return chunks.flatMap((chunk) =>
    chunk.type === "chunk"
      ? [{ isRare: RARE.test(basename(chunk.fileName)), bytes: brotli(Buffer.from(chunk.code)) }]
      : []
  )
}

/** @param {ReadonlyArray<{ readonly bytes: number }>} parts */
const sum = (parts) => parts.reduce((bytes, part) => bytes + part.bytes, 0)

/**
 * Builds the package. Sizes are in bytes: `modules` is its JavaScript as shipped, `page` what a page loads of a bundle,
 * minified and brotli-compressed, including effect, noble and lit; `rare` is loaded in addition where it is needed
 * (`rare.mjs`).
 * @param {string} folder where it is built
 * @returns {Promise<{ readonly tarball: string, readonly modules: number, readonly page: number, readonly rare: number
 * }>}
 */
export const packConnector = async (folder) => {
  const made = join(folder, "package")
  const dist = join(made, "dist")
  rmSync(made, { recursive: true, force: true })
  mkdirSync(made, { recursive: true })
  await writeModules(dist)
  writeDeclarations(dist)
  writeFileSync(join(made, "package.json"), `${JSON.stringify(manifest, null, 2)}\n`)
  for (const name of ["README.md", "CHANGELOG.md"]) copyFileSync(join(import.meta.dirname, name), join(made, name))
  copyFileSync(join(root, "LICENSE"), join(made, "LICENSE"))
  const reported = execFileSync("npm", ["pack", "--json", "--ignore-scripts", "--pack-destination", folder], {
    cwd: made,
    encoding: "utf8",
    stdio: ["ignore", "pipe", "inherit"]
  })
  const modules = filesBelow(dist).filter((file) => file.endsWith(".js"))
  const chunks = await weigh(made)
  return {
    tarball: join(folder, JSON.parse(reported)[0].filename),
    modules: sum(modules.map((file) => ({ bytes: readFileSync(join(dist, file)).length }))),
    page: sum(chunks.filter(({ isRare }) => !isRare)),
    rare: sum(chunks.filter(({ isRare }) => isRare))
  }
}

/** @param {number} bytes */
const kB = (bytes) => `${(bytes / 1_000).toFixed(1)} kB`

if (process.argv[1]?.endsWith("pack.mjs")) {
  const folder = join(root, "build/packages")
  mkdirSync(folder, { recursive: true })
  try {
    const { modules, page, rare, tarball } = await packConnector(folder)
    console.info(`${relative(root, tarball)}: ${kB(readFileSync(tarball).length)}, modules ${kB(modules)} as shipped.`)
    console.info(`In a page's bundle, minified and brotli-compressed: ${kB(page)} with effect, noble and lit;`)
    console.info(
      `${kB(rare)} more where they are needed (an open popover, transactions, phones, old browsers, a wallet's rarer failures).`
    )
  } catch (error) {
    console.error(`E-PACK: ${error instanceof Error ? error.message : error}`)
    process.exitCode = 1
  }
}
