/** What a browser loads before a page of the built app is interactive, from the build's own manifest. */
import { existsSync, readdirSync, readFileSync } from "node:fs"
import { basename, join } from "node:path"

import { BUILD } from "./servers"

const CLIENT = `${BUILD}/client`

interface Chunk {
  readonly module: string
  readonly imports?: ReadonlyArray<string>
}
interface Manifest {
  readonly entry: Chunk
  readonly routes: Readonly<Record<string, Chunk & { readonly id: string; readonly parentId?: string }>>
}

const readManifest = (): Manifest => {
  const folder = join(CLIENT, "assets")
  const file = existsSync(folder) ? readdirSync(folder).find((name) => /^manifest-.*\.js$/.test(name)) : undefined
  if (file === undefined) throw new Error(`There is no build in ${CLIENT}: run npm run build first.`)
  const text = readFileSync(join(folder, file), "utf8")
  return JSON.parse(text.slice(text.indexOf("{"), text.lastIndexOf("}") + 1)) as Manifest
}

const filesOf = ({ imports = [], module }: Chunk) => [module, ...imports]

/** Pages without a session are below `_site`, or /signup. */
const PUBLIC = /^routes\/(_site\.|signup$)/
/** The dashboard, the pages of communities, and what leads there. */
const GUARDED = /^routes\/_wallet\./

/** Files that a built script may load later, each with all that it needs. */
const laterFiles = (text: string): ReadonlyArray<ReadonlyArray<string>> => {
  const [, list = ""] = text.match(/m\.f=\[([^\]]*)\]/) ?? []
  const names = [...list.matchAll(/"([^"]+)"/g)].map(([, name = ""]) => `/${name}`)
  const asked = text.matchAll(/import\("\.\/([^"]+\.js)"\)(?:[^"]{0,60}?__vite__mapDeps\(\[([\d,]*)\]\))?/g)
  return [...asked].map(([, file = "", needs = ""]) => [
    `/assets/${file}`,
    ...needs.split(",").flatMap((n) => (n === "" ? [] : (names[Number(n)] ?? [])))
  ])
}

const sources = (folder: string) =>
  readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".tsx"))
    .map((name) => readFileSync(join(folder, name), "utf8"))

/** Names of the files with views (`view` of app/components/base/site/later.tsx). */
const viewNames: ReadonlySet<string> = new Set(
  ["app/components", "app/routes"]
    .flatMap(sources)
    .flatMap((text) => [...text.matchAll(/\bview\(\s*async \(\) =>\s*\(await import\(\s*"([^"]+)"/g)])
    .map(([, path = ""]) => basename(path))
)
const isView = ([file = ""]: ReadonlyArray<string>) => viewNames.has(basename(file).replace(/(-\d+)?-.{8}\.js$/, ""))

/** The views of a page, of which one is loaded before it hydrates; for a page without views, the page itself. */
const viewsOf = (own: ReadonlyArray<string>): ReadonlyArray<ReadonlyArray<string>> => {
  const found = own.flatMap((file) => laterFiles(readAsset(file).toString("utf8"))).filter(isView)
  return found.length === 0 ? [[]] : found.map((files) => files.filter((name) => name.endsWith(".js")))
}

export interface FirstLoad {
  /** With the file of the view, if the page has several. */
  readonly route: string
  /** All scripts that it loads initially. */
  readonly files: ReadonlyArray<string>
}

/** Each page of one kind with its first load. */
const firstLoadsOf = (pages: RegExp): ReadonlyArray<FirstLoad> => {
  const { entry, routes } = readManifest()
  const chain = (id: string | undefined): ReadonlyArray<string> => {
    const route = id === undefined ? undefined : routes[id]
    return route === undefined ? [] : [...filesOf(route), ...chain(route.parentId)]
  }
  return Object.keys(routes)
    .filter((id) => pages.test(id))
    .flatMap((id) => {
      const around = new Set([...filesOf(entry), ...chain(routes[id]?.parentId)])
      const own = chain(id).filter((file) => !around.has(file))
      return viewsOf(own).map((view) => ({
        route: view[0] === undefined ? id : `${id} (${view[0].slice("/assets/".length)})`,
        files: [...new Set([...around, ...own, ...view])]
      }))
    })
}

export const firstLoads = () => firstLoadsOf(PUBLIC)
export const guardedLoads = () => firstLoadsOf(GUARDED)

export const readAsset = (file: string): Buffer => readFileSync(join(CLIENT, file))
