/**
 * Our connector with its button, and the official toolkit with its own, bundled by the same bundler in the same run.
 *
 * The toolkit is not a dependency: the benchmark fetches the pinned version into `.cache` through npm. If that fails,
 * only our own figures are given.
 */
import { execFileSync } from "node:child_process"
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs"
import { join, resolve } from "node:path"
import { brotliCompressSync, constants } from "node:zlib"
import { build } from "vite"

const OFFICIAL = "@radixdlt/radix-dapp-toolkit"
const OFFICIAL_VERSION = "2.2.1"
const CACHE = resolve(".cache/connector-goal")
const DAPP = "account_tdx_2_12yf9gd53yfep7a669fv2t3wm7nz9zeezwd04n02a433ker8vza6rhe"
const options = `{ networkId: 2, dAppDefinitionAddress: "${DAPP}", applicationName: "Goal", applicationVersion: "1.0.0" }`

const ours = `import { createConnector } from "~/connector/browser"
const connector = createConnector(${options})
connector.mountButton(document.body)`
const official = `import { DataRequestBuilder, RadixDappToolkit } from "${OFFICIAL}"
document.body.append(document.createElement("radix-connect-button"))
const toolkit = RadixDappToolkit(${options})
toolkit.walletApi.setRequestData(DataRequestBuilder.accounts().atLeast(1))`

/** A page that fetches the connector at the first click on its button. */
const late = `const button = document.body.appendChild(document.createElement("button"))
button.textContent = "Connect"
button.addEventListener("click", async () => {
  const { createConnector } = await import("~/connector/browser")
  const connector = createConnector(${options})
  button.remove()
  connector.mountButton(document.body)
  await connector.connect()
}, { once: true })`

export interface Bundle {
  readonly folder: string
  /** Its files by name, with their size in bytes under brotli at its best. */
  readonly sizes: Readonly<Record<string, number>>
}

const bundle = async (name: string, source: string): Promise<Bundle> => {
  const folder = join(CACHE, `${name}-out`)
  const input = join(CACHE, `${name}.js`)
  writeFileSync(input, source)
  await build({
    root: CACHE,
    configFile: false,
    publicDir: false,
    logLevel: "error",
    resolve: { alias: { "~": resolve("app") } },
    build: {
      outDir: folder,
      emptyOutDir: true,
      target: "es2022",
      rollupOptions: { input, output: { entryFileNames: "main.js", chunkFileNames: "[name]-[hash].js" } }
    }
  })
  const files = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((file) => file.endsWith(".js"))
  const sizeOf = (file: string) =>
    brotliCompressSync(readFileSync(join(folder, file)), { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }).length
  return { folder, sizes: Object.fromEntries(files.map((file) => [file, sizeOf(file)])) }
}

/** False if the registry does not provide it. */
const fetchOfficial = (): boolean => {
  if (existsSync(join(CACHE, "node_modules", OFFICIAL))) return true
  const flags = ["--ignore-scripts", "--no-audit", "--no-fund", "--no-save"]
  try {
    execFileSync("npm", ["install", ...flags, "--prefix", CACHE, `${OFFICIAL}@${OFFICIAL_VERSION}`], {
      stdio: "ignore"
    })
    return true
  } catch {
    return false
  }
}

const makeBundles = async () => {
  mkdirSync(CACHE, { recursive: true })
  writeFileSync(join(CACHE, "package.json"), '{ "private": true, "type": "module" }')
  const own = await bundle("ours", ours)
  return { ours: own, official: fetchOfficial() ? await bundle("official", official) : undefined }
}

/** The page that loads our connector late. */
export const lateBundle = () => {
  mkdirSync(CACHE, { recursive: true })
  return bundle("late", late)
}

let made: ReturnType<typeof makeBundles> | undefined
/** Both, built once for all benchmarks that use them. */
export const bundles = () => {
  made ??= makeBundles()
  return made
}
