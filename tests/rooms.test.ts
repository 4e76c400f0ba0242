/**
 * Checks the table of packages in docs/architecture.md and the order of the layers. A failure names the file and the
 * forbidden import.
 */
import { readdirSync, readFileSync } from "node:fs"
import { dirname, join, relative } from "node:path"
import { describe, expect, test } from "vitest"

const app = join(import.meta.dirname, "../app")

interface Room {
  /** Other packages it may import. */
  readonly rooms: ReadonlyArray<string>
  readonly packages: RegExp
}

const packages = (...names: ReadonlyArray<string>) => new RegExp(`^(${names.join("|")})(/|$)`)

const rooms: Readonly<Record<string, Room>> = {
  connector: { rooms: ["connector/button"], packages: packages("effect", "@effect/platform", "@noble/\\w+") },
  "connector/button": { rooms: ["connector"], packages: packages("lit") },
  ledger: { rooms: [], packages: packages("effect", "@noble/\\w+") },
  effects: { rooms: ["connector", "ledger"], packages: packages("effect", "@noble/\\w+", "diff") },
  "effects/server": {
    // Only the colours of the styles, which link previews are drawn with.
    rooms: ["effects", "connector", "ledger", "styles"],
    packages: packages(
      "effect",
      "@fontsource/[\\w-]+",
      "@effect/[\\w-]+",
      "@noble/\\w+",
      "@remix-run/node",
      "csv-parse",
      "fflate",
      "markdown-it",
      "better-sqlite3",
      "aws4fetch",
      "nodemailer",
      "sharp",
      "pg",
      "read-excel-file",
      "uqr",
      "web-push",
      "node:.+"
    )
  },
  worker: { rooms: [], packages: packages("nothing") },
  practice: { rooms: ["connector", "ledger"], packages: packages("effect", "@noble/\\w+") },
  components: {
    rooms: ["connector", "connector/button", "effects"],
    packages: packages("effect", "react", "react-dom", "@remix-run/react", "react-router-dom")
  },
  routes: {
    rooms: ["components", "connector", "effects", "effects/server", "ledger", "styles"],
    packages: packages("effect", "react", "@remix-run/(node|react)")
  }
}

/** Only these may start a fiber. */
const edges = new Set(["connector/browser.ts", "effects/server/runtime.server.ts", "practice/open.ts"])
/**
 * What other packages may import of a package with entry points. The connector has one for everybody and one for pages;
 * next to them are the parts that a page shows before the connector has loaded: the handle's types with its first
 * snapshot, and the element. The ledger's addresses and amounts are separate entry points, for code that runs in a page
 * and needs nothing else of it.
 */
const doors: Readonly<Record<string, ReadonlyArray<string>>> = {
  connector: ["connector/index", "connector/browser", "connector/WalletHandle", "connector/button/define"],
  ledger: ["ledger/index", "ledger/address", "ledger/amount"]
}

const isServer = (file: string) => /\.server(\.tsx?)?$/.test(file)

const roomOf = (file: string): string => {
  const top = file.split("/")[0] ?? ""
  if (top === "effects") return isServer(file) ? "effects/server" : "effects"
  if (file.startsWith("connector/button/")) return "connector/button"
  return top
}

interface Import {
  readonly name: string
  /** Path below app/, for our own files. */
  readonly inside: string | undefined
  readonly isType: boolean
  readonly isDynamic: boolean
}

const importsOf = (file: string, source: string): ReadonlyArray<Import> => {
  const pattern =
    /^(import|export)(\s+type\b)?[^;"'`]*?\bfrom\s+"([^"]+)"|^import\s+"([^"]+)"|\bimport\(\s*"([^"]+)"\s*\)/gm
  return [...source.matchAll(pattern)].map(([, , type, from, bare, dynamic]) => {
    const name = from ?? bare ?? dynamic ?? ""
    const inside = name.startsWith("~/")
      ? name.slice(2)
      : name.startsWith(".")
        ? relative(app, join(app, dirname(file), name))
        : undefined
    return { name, inside, isType: type !== undefined, isDynamic: dynamic !== undefined }
  })
}

const files = readdirSync(app, { recursive: true, encoding: "utf8" })
  .filter((file) => /\.tsx?$/.test(file) && !file.endsWith(".d.ts"))
  .map((file) => ({ file, source: readFileSync(join(app, file), "utf8") }))
  .map(({ file, source }) => ({ file, source, room: roomOf(file), imports: importsOf(file, source) }))

describe("rooms", () => {
  test("every file imports only what its package may", () => {
    const crossings = files.flatMap(({ file, imports, room }) => {
      const allowed = rooms[room]
      if (allowed === undefined) return []
      const isAllowed = ({ inside, name }: Import) =>
        inside === undefined ? allowed.packages.test(name) : [room, ...allowed.rooms].includes(roomOf(inside))
      return imports.filter((each) => !isAllowed(each)).map(({ name }) => `${file} → ${name}`)
    })
    expect(crossings).toEqual([])
  })

  test("a package with entry points is imported through them", () => {
    const crossings = files.flatMap(({ file, imports }) =>
      imports
        .filter(({ inside }) => inside !== undefined && file.split("/")[0] !== inside.split("/")[0])
        .filter(({ inside = "" }) => {
          const through = doors[inside.split("/")[0] ?? ""]
          return through !== undefined && !through.includes(inside)
        })
        .map(({ name }) => `${file} → ${name}`)
    )
    expect(crossings).toEqual([])
  })

  test("the practice wallet is only imported dynamically, by the root and the script of pages that are only read", () => {
    const users = files.flatMap(({ file, imports }) =>
      imports
        .filter(({ inside }) => inside?.startsWith("practice/") && !file.startsWith("practice/"))
        .map(({ isDynamic }) => `${file}${isDynamic ? "" : " (static)"}`)
    )
    expect(users.filter((user) => user !== "root.tsx" && user !== "entry.reading.ts")).toEqual([])
  })

  test("fibers start only at the edges", () => {
    const starters = files
      .filter(({ source }) => /\.run(Promise|Sync|Fork|Callback)(Exit)?\b/.test(source))
      .map(({ file }) => file)
    expect(starters.filter((file) => !edges.has(file))).toEqual([])
  })

  test("SQL stays out of routes and components", () => {
    const users = files.filter(
      ({ imports, source, room }) =>
        (room === "routes" || room === "components") &&
        (/\bsql`/.test(source) || imports.some(({ name }) => name.startsWith("@effect/sql")))
    )
    expect(users.map(({ file }) => file)).toEqual([])
  })

  test("local endpoints are used by local code, and by the composition through dynamic import only", () => {
    const crossings = files.flatMap(({ file, imports }) =>
      imports
        .filter(({ inside }) => inside?.startsWith("effects/local/") && isServer(inside))
        .filter(
          ({ isDynamic, isType }) =>
            !isType &&
            !file.startsWith("effects/local/") &&
            !file.startsWith("routes/local.") &&
            !(isDynamic && /^effects\/server\/layers\/(app|services)\.server\.ts$/.test(file))
        )
        .map(({ name }) => `${file} → ${name}`)
    )
    expect(crossings).toEqual([])
  })

  test("no environment variable is read outside the settings", () => {
    const readers = files.filter(({ source }) => /\bprocess\.env\b/.test(source)).map(({ file }) => file)
    expect(readers).toEqual(["effects/base/settings/Settings.server.ts"])
  })

  test("no HTML string is ever passed to React", () => {
    expect(files.filter(({ source }) => source.includes("dangerouslySetInnerHTML")).map(({ file }) => file)).toEqual([])
  })

  test("a service's key is its layer, its feature and its class", () => {
    const declared =
      /class (\w+) extends (?:Effect\.Service<\w+>\(\)|Context\.Tag|Context\.Reference<\w+>\(\))\(\s*"([^"]*)"/g
    const services = files
      .filter(({ file }) => file.startsWith("effects/"))
      .flatMap(({ file, source }) => {
        const feature = file
          .split("/")
          .slice(1, 3)
          .join("/")
          .replace(/\/[^/]*\.tsx?$/, "")
        return [...source.matchAll(declared)].map(([, name = "", key = ""]) => ({ key, wanted: `${feature}/${name}` }))
      })
    expect(services.length).toBeGreaterThan(200)
    expect(services.filter(({ key, wanted }) => key !== wanted)).toEqual([])
  })

  test("files have at most 300 lines", () => {
    // The catalogue of errors is one file by its nature.
    const readable = files.filter(({ file }) => file !== "connector/Errors.ts")
    const long = readable.filter(({ source }) => source.split("\n").length > 301).map(({ file }) => file)
    expect(long).toEqual([])
  })
})

/**
 * The layers of app/effects and app/components, in order: each imports only from those before it. `pages/` of a feature
 * contains request handlers and whole pages, and may use everything but `server/`. `local/` contains the demonstration
 * and the double; `server/` composes everything.
 */
const neighbourhoods = {
  effects: [
    "base",
    "access",
    "people",
    "chain",
    "activity",
    "communities",
    "conversation",
    "governance",
    "treasury",
    "publishing",
    "local",
    "server"
  ],
  components: [
    "base",
    "wallet",
    "people",
    "activity",
    "chain",
    "communities",
    "conversation",
    "governance",
    "treasury",
    "publishing",
    "shell"
  ]
} as const
/** Layers that are one feature. */
const whole = new Set(["access", "local", "server", "shell"])

describe.each(["effects", "components"] as const)("layers of %s", (side) => {
  const order: ReadonlyArray<string> = neighbourhoods[side]
  const placeOf = (file: string) => {
    const [top = "", neighbourhood = "", feature = ""] = file.split("/")
    if (top !== side) return undefined
    return {
      neighbourhood,
      feature: whole.has(neighbourhood) ? neighbourhood : `${neighbourhood}/${feature}`,
      isPage: file.includes("/pages/")
    }
  }
  type Place = NonNullable<ReturnType<typeof placeOf>>
  const arrows = files.flatMap(({ file, imports }) => {
    const from = placeOf(file)
    return from === undefined
      ? []
      : imports.flatMap(({ inside = "" }) => {
          const to = placeOf(inside)
          return to === undefined ? [] : [{ from, to, text: `${file} → ${inside}` }]
        })
  })
  const isUpwards = ({ from, to }: { readonly from: Place; readonly to: Place }) =>
    to.neighbourhood === "server"
      ? from.neighbourhood !== "server"
      : !from.isPage && order.indexOf(to.neighbourhood) > order.indexOf(from.neighbourhood)

  test("contain every file", () => {
    expect(
      files.flatMap(({ file }) => {
        const place = placeOf(file)
        return place === undefined || order.includes(place.neighbourhood) ? [] : [file]
      })
    ).toEqual([])
  })

  test("import from no later one", () => {
    expect(arrows.filter(isUpwards).map(({ text }) => text)).toEqual([])
  })

  test("have pages that are imported by routes and other pages only", () => {
    const wrong = arrows.filter(({ from, to }) => to.isPage && !from.isPage && from.neighbourhood !== "server")
    expect(wrong.map(({ text }) => text)).toEqual([])
  })

  test("have no cyclic imports between features", () => {
    const next = new Map<string, Set<string>>()
    for (const { from, to } of arrows) {
      if (from.isPage || to.isPage || from.feature === to.feature) continue
      next.set(from.feature, (next.get(from.feature) ?? new Set()).add(to.feature))
    }
    const reach = (from: string, seen = new Set<string>()): Set<string> => {
      for (const to of next.get(from) ?? []) if (!seen.has(to)) reach(to, seen.add(to))
      return seen
    }
    expect([...next.keys()].filter((feature) => reach(feature).has(feature))).toEqual([])
  })
})

/** Groups of files that reach each other by imports, also of types; what is imported dynamically is a way out. */
test("no files import each other in circles", () => {
  const names = new Set(files.map(({ file }) => file))
  const next = new Map(
    files.map(({ file, imports }) => [
      file,
      imports.flatMap(({ inside, isDynamic }) =>
        isDynamic || inside === undefined
          ? []
          : [inside, `${inside}.ts`, `${inside}.tsx`].filter((name) => names.has(name))
      )
    ])
  )
  expect([...next.values()].flat().length).toBeGreaterThan(5_000)
  // A file that imports none of those left, or that none of them imports, is in no circle.
  let left = new Set(next.keys())
  for (let before = 0; before !== left.size; ) {
    before = left.size
    const reaching = [...left].filter((file) => next.get(file)?.some((to) => left.has(to)))
    const reached = new Set(reaching.flatMap((file) => next.get(file) ?? []))
    left = new Set(reaching.filter((file) => reached.has(file)))
  }
  expect([...left]).toEqual([])
})

/** Sign-up checks its fields by the server's schemas, in parts that are loaded after its page (docs/goals.md A5). */
const USES_EFFECT = /^components\/(people\/signup|publishing\/styleguide)\//

test("no view of a page loads effect", () => {
  const inPages = files.filter(({ file }) => !isServer(file))
  const loads = new Set<string>()
  for (let before = -1; before !== loads.size; ) {
    before = loads.size
    for (const { file, imports } of inPages) {
      const isLoading = imports.some(
        ({ inside, isDynamic, isType, name }) =>
          !isDynamic &&
          !isType &&
          (name === "effect" || [`${inside}.ts`, `${inside}.tsx`].some((each) => loads.has(each)))
      )
      if (isLoading) loads.add(file)
    }
  }
  expect(loads.size).toBeGreaterThan(100)
  expect([...loads].filter((file) => /^components\/.*\.tsx$/.test(file) && !USES_EFFECT.test(file))).toEqual([])
})

/** Texts of one kind have a type of their own, so that none is taken for another. */
interface Meant {
  readonly name: string
  readonly type: string
  readonly within: RegExp
  /** Files where it may be plain text. */
  readonly except: ReadonlyArray<RegExp>
}
const MEANT: ReadonlyArray<Meant> = [
  {
    name: "communityId",
    type: "CommunityId",
    within: /^(effects|components)\//,
    // Migrations stay as they were released.
    except: [/^effects\/base\/db\/migrations\//]
  },
  {
    name: "proposalId",
    type: "ProposalId",
    within: /^(effects|components)\//,
    // Where reading goes on; empty at first, so it is not always an id.
    except: [/^effects\/base\/db\/migrations\//, /^effects\/governance\/votes\/ballotChains\.server\.ts$/]
  },
  {
    name: "account",
    type: "AccountAddress",
    within: /^(effects|components)\//,
    except: [
      /^effects\/base\/db\/migrations\//,
      // Whatever the ledger names: a badge, a request or a movement may also be of a component.
      /^effects\/chain\/movements\//,
      /^effects\/treasury\/(multisig|statements)\//,
      /^effects\/treasury\/bonds\/UnitHolders\.server\.ts$/,
      /^effects\/local\/gateway\/lockerHandlers\.server\.ts$/,
      // Rows of a list as somebody wrote them, until they are checked.
      /^effects\/treasury\/payouts\/(Distribution|LeftLocker|views|ruleRows\.server|pages\/actions\.server|list\/\w+)\.ts$/,
      /^effects\/(base\/lists\/listLines|communities\/members\/weightList)\.ts$/,
      // What a person's file says, which is checked as text, and what a wallet's page sends or compares.
      /^effects\/governance\/votes\/(file\/\w+|count\/result|sealed\/SealedBody)\.ts$/,
      /^components\/(wallet\/\w+\/[\w-]+|governance\/(proposals\/use-signed-proposal|votes\/(several-votes|cast-ballot)))\.ts$/,
      // Shortens or compares any text. A search knows accounts by its index, where the empty text is nobody.
      /^effects\/(people\/account\/shortName|access\/permissions)\.ts$/,
      /^components\/communities\/members\/person\.tsx$/,
      /^effects\/publishing\/search\/(Search\.server|searchPage)\.ts$/
    ]
  }
]

test("ids and accounts are not plain text", () => {
  const plain = MEANT.flatMap(({ except, name, type, within }) => {
    const covered = files.filter(({ file }) => within.test(file))
    const text = new RegExp(`\\b${name}\\??: (?:string\\b|Schema\\.(?:NullOr\\(Schema\\.)?String\\b)`)
    const typed = new RegExp(`\\b${name}\\??: (?:Schema\\.NullOr\\()?${type}\\b`)
    expect(covered.filter(({ source }) => typed.test(source)).length).toBeGreaterThan(10)
    const written = covered.filter(({ source }) => text.test(source)).map(({ file }) => file)
    // An exception that nothing needs is over.
    expect(except.filter((exempt) => !written.some((file) => exempt.test(file)))).toEqual([])
    return written
      .filter((file) => !except.some((exempt) => exempt.test(file)))
      .map((file) => `${file}: ${name} is ${type}`)
  })
  expect(plain).toEqual([])
})

test("services do not depend on a request", () => {
  const request = "effects/base/remix/RouteArgs.server"
  // What all pages need: the visitor and the community.
  const helpers = new Set([
    "effects/people/wallet-session/Browser.server.ts",
    "effects/people/wallet-session/guarded.server.ts",
    "effects/people/wallet-session/visitor.server.ts",
    "effects/communities/communities/inside.server.ts"
  ])
  const isHelper = (inside: string | undefined) =>
    inside === request || (inside !== undefined && helpers.has(`${inside}.ts`))
  const users = files.filter(
    ({ file, imports }) =>
      file.startsWith("effects/") &&
      !file.includes("/pages/") &&
      !/^effects\/(server|local|base\/remix)\//.test(file) &&
      !helpers.has(file) &&
      imports.some(({ inside, isType }) => !isType && isHelper(inside))
  )
  expect(users.map(({ file }) => file)).toEqual([])
})

test("every service and tag has a key of its own", () => {
  // Two services under one key replace each other, and the types do not reveal it.
  const pattern = /\b(?:Effect\.Service|Context\.Tag|Context\.Reference|Effect\.Tag)(?:<[^(]*>\(\))?\(\s*"([^"]+)"/g
  const users = new Map<string, Array<string>>()
  for (const { file, source } of files) {
    for (const [, key = ""] of source.matchAll(pattern)) users.set(key, [...(users.get(key) ?? []), file])
  }
  expect(users.size).toBeGreaterThan(200)
  expect([...users].filter(([, owners]) => owners.length > 1)).toEqual([])
  // Declarations that the pattern misses would not be compared.
  const declared = files.flatMap(({ source }) => [
    ...source.matchAll(/\bextends (?:Effect\.Service|Context\.Tag|Context\.Reference|Effect\.Tag)\b/g)
  ])
  expect([...users.values()].flat()).toHaveLength(declared.length)
})

/**
 * An amount that cannot be parsed never counts as zero: it is a schema at the boundary (effects/amounts), or a typed
 * refusal.
 */
test("no unreadable amount becomes another", () => {
  // Exempt: a form, which names the field; the schema itself; and the ledger package, which has the parser.
  const readers = new Set([
    "effects/treasury/payouts/forms.ts",
    "effects/treasury/payouts/list/checkRows.ts",
    "effects/communities/founding/forms.ts"
  ])
  const files = readdirSync(app, { recursive: true, encoding: "utf8" }).filter((file) => /\.tsx?$/.test(file))
  const wrong = files.flatMap((file) => {
    const source = readFileSync(join(app, file), "utf8")
    const substitute = /(?:getOrElse|orElseSome|orElseSucceed)\([^;]{0,160}?=>\s*(?:0n|"0"|NOTHING)\s*\)/.exec(
      source
    )?.[0]
    const reads = !file.startsWith("ledger/") && !readers.has(file) && /\bparseAmount\b/.test(source)
    return [
      ...(substitute === undefined ? [] : [`${file}: ${substitute}`]),
      ...(reads ? [`${file} reads amounts by itself: use AmountText or AmountFromText`] : [])
    ]
  })
  expect(wrong).toEqual([])
})
