/** The writes of each route, read from the routes' sources: the matrix and the fuzz test must cover all of them. */
import { readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"

const routes = join(import.meta.dirname, "../../../app/routes")
const effects = import.meta.glob<Readonly<Record<string, unknown>>>("/app/effects/**/*.server.ts")

export interface Writing {
  readonly file: string
  /** The buttons of a page; empty for a route with a single action. */
  readonly intents: ReadonlyArray<string>
}

const textOf = (file: string) => readFileSync(join(routes, file), "utf8")
/** From the action's first line to the module's next export. */
const actionIn = (text: string) => /export const action = [\s\S]*?(?=\n(?:export|\/\*\*)|$)/.exec(text)?.[0]

/** The program, or the list of commands, that a page's action runs. */
const programOf = async (text: string, action: string): Promise<unknown> => {
  const name = /respond\(args, (?:pageAction\()?(\w+)/.exec(action)?.[1]
  if (name === undefined) return undefined
  const from = new RegExp(`import \\{[^}]*\\b${name}\\b[^}]*\\} from "~/([^"]+)"`).exec(text)?.[1]
  const module = await effects[`/app/${from}.ts`]?.()
  if (module === undefined) throw new Error(`where ${name} comes from is not found`)
  return module[name]
}

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  (typeof value === "object" || typeof value === "function") && value !== null

/** Every route that handles a method other than GET. */
export const writings = async (): Promise<ReadonlyArray<Writing>> => {
  const all: Array<Writing> = []
  for (const file of readdirSync(routes).sort()) {
    const text = textOf(file)
    const action = actionIn(text)
    // `$` takes every method to return 404.
    if (action === undefined || /=> (?:refuseMethod\(args, "GET"\)|nothing\(args\))/.test(action)) continue
    const program = await programOf(text, action)
    const isList = /pageAction\(/.test(action)
    const intents = isRecord(program) ? (isList ? Object.keys(program) : program.intents) : []
    all.push({ file, intents: Array.isArray(intents) ? intents.map(String) : [] })
  }
  return all
}
