/** Texts, comments and documents avoid phrases that make them hard to understand (docs/contributing.md, Habits). */
import { readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import ts from "typescript"
import { describe, expect, it } from "vitest"
import { exceptions, formerWords, type Slip, slips } from "./phrases"

const root = join(import.meta.dirname, "..")

const sourcesIn = (folder: string, names: RegExp): ReadonlyArray<string> =>
  readdirSync(join(root, folder), { recursive: true, encoding: "utf8" })
    .filter((file) => names.test(file))
    .map((file) => join(folder, file))

/** Released migrations never change, their comments included. */
const commented = ["app", "scripts", "tests"]
  .flatMap((folder) => sourcesIn(folder, /\.(?:mjs|tsx?)$/))
  .filter((file) => !file.includes("db/migrations/0") && file !== "tests/vocabulary.test.ts")
const migrations = sourcesIn("app/effects/base/db/migrations", /\.ts$/)
const documents = ["README.md", ...sourcesIn("docs", /\.md$/)]

const folders = ["app/components", "app/content", "app/effects", "app/practice", "app/routes"]
const files = folders.flatMap((folder) =>
  readdirSync(join(root, folder), { recursive: true, encoding: "utf8" })
    .filter((file) => /\.(?:md|tsx?)$/.test(file))
    .map((file) => join(folder, file))
)

/** A phrase contains a space; a text without one is an identifier or a value. */
const isPhrase = (text: string) => /\S\s+\S/.test(text)

const parsed = (file: string, text: string): ReadonlyArray<string> => {
  if (file.endsWith(".md")) return text.replace(/^```[\s\S]*?^```$/gm, "").split("\n")
  const found: Array<string> = []
  const visit = (node: ts.Node) => {
    if (ts.isStringLiteralLike(node) || ts.isJsxText(node)) found.push(node.text.replace(/\s+/g, " "))
    if (ts.isTemplateExpression(node)) {
      found.push([node.head, ...node.templateSpans.map(({ literal }) => literal)].map((part) => part.text).join("…"))
    }
    ts.forEachChild(node, visit)
  }
  visit(
    ts.createSourceFile(file, text, ts.ScriptTarget.Latest, false, file.endsWith("x") ? ts.ScriptKind.TSX : undefined)
  )
  return found.filter(isPhrase)
}

/** Parsing takes longest, and two tests read the same files. */
const cached = new Map<string, ReadonlyArray<string>>()
const phrasesOf = (file: string, text: string): ReadonlyArray<string> => {
  const found = cached.get(file + text) ?? parsed(file, text)
  cached.set(file + text, found)
  return found
}

/** Comments, and the names of tests. A comment's lines are joined, because a phrase may go over two of them. */
const commentsOf = (file: string, text: string): ReadonlyArray<string> => {
  const named = /\.test\.tsx?$/.test(file)
    ? [...text.matchAll(/^\s*(?:describe\w*|it(?:\.[\w.]+)?|test)\(\s*(["'`])(.*)\1/gm)].map(([, , name = ""]) => name)
    : []
  const blocks = [...text.matchAll(/\/\*[\s\S]*?\*\/|(?:^[ \t]*\/\/.*\n)+|(?<=\s)\/\/ .*$/gm)].map(([block]) =>
    block.replace(/^\s*(?:\/\*+|\*\/|\*|\/\/)?/gm, " ").replace(/\s+/g, " ")
  )
  return [...named, ...blocks]
}

/** Without names of the code: those in backticks, and the columns and states of SQL. */
const wordsOf = (file: string, text: string): ReadonlyArray<string> =>
  phrasesOf(file, text)
    .filter(
      (phrase) => file.endsWith(".md") || !/\b(?:SELECT|INSERT INTO|UPDATE|DELETE FROM|JOIN|CASE|AS) /.test(phrase)
    )
    .map((phrase) => (file.endsWith(".md") ? phrase.replace(/`[^`]*`/g, "`…`") : phrase))

const problemsOf = (
  file: string,
  text: string,
  phrases: (file: string, text: string) => ReadonlyArray<string> = phrasesOf,
  of: Readonly<Record<string, Slip>> = slips
): ReadonlyArray<string> =>
  phrases(file, text).flatMap((phrase) =>
    Object.entries(of)
      .filter(([, { pattern }]) => pattern.test(phrase))
      .filter(() => !exceptions.some(([where, part]) => where === file && phrase.includes(part)))
      .map(([name, { instead }]) => `${file}: “${phrase.slice(0, 160)}” says “${name}”; write ${instead}`)
  )

describe("texts that people read", () => {
  it("contain none of the phrases", () => {
    expect(files.length).toBeGreaterThan(1000)
    expect(files.flatMap((file) => problemsOf(file, readFileSync(join(root, file), "utf8")))).toEqual([])
  })

  it("nor do documents, comments and names of tests", () => {
    const read = (file: string) => readFileSync(join(root, file), "utf8")
    expect(commented.length).toBeGreaterThan(2000)
    expect(commented.flatMap((file) => problemsOf(file, read(file), commentsOf))).toEqual([])
    expect(documents.flatMap((file) => problemsOf(file, read(file)))).toEqual([])
  })

  it.each(Object.entries(slips))("are refused with “%s”, in every kind of file", (name, { bad, good }) => {
    const kinds = (text: string): ReadonlyArray<readonly [string, string]> => [
      ["a.ts", `export const words = ${JSON.stringify(text)}`],
      ["b.ts", `export const words = (name: string) => \`\${name}: ${text} \${name}\``],
      ["c.tsx", `export const Part = () => <p className="small">\n  ${text.replace(/ /g, "\n")}\n</p>`],
      ["d.md", `# Title\n\n${text}\n`]
    ]
    for (const [file, source] of kinds(bad)) {
      expect(problemsOf(file, source), file).toEqual([expect.stringContaining(`says “${name}”`)])
    }
    for (const [file, source] of kinds(good)) expect(problemsOf(file, source), file).toEqual([])
    const words = bad.split(" ")
    const half = Math.ceil(words.length / 2)
    for (const [file, source] of [
      ["e.ts", `// ${bad}\nexport const words = "in order"`],
      ["f.ts", `/** ${bad} */\n`],
      ["g.ts", `/**\n * ${words.slice(0, half).join(" ")}\n * ${words.slice(half).join(" ")}\n */\n`],
      ["h.ts", `const a = 1 // ${bad}\n`],
      ["i.test.ts", `it("${bad}", () => {})\n`]
    ] as const) {
      expect(problemsOf(file, source), file).toEqual(file === "i.test.ts" ? [expect.anything()] : [])
      expect(problemsOf(file, source, commentsOf), file).toEqual([expect.stringContaining(`says “${name}”`)])
    }
    expect(problemsOf("j.ts", `/** ${good} */`, commentsOf)).toEqual([])
  })

  it("use the field's terms, as documents do", () => {
    const read = (file: string) => readFileSync(join(root, file), "utf8")
    const texts = files.filter((file) => !file.includes("db/migrations/0"))
    expect([...texts, ...documents].flatMap((file) => problemsOf(file, read(file), wordsOf, formerWords))).toEqual([])
  })

  it.each(Object.entries(formerWords))("are refused with the former word “%s”", (name, { bad, good }) => {
    for (const [file, source] of [
      ["a.ts", `export const words = ${JSON.stringify(bad)}`],
      ["c.tsx", `export const Part = () => <p>\n  ${bad.replace(/ /g, "\n")}\n</p>`],
      ["d.md", `# Title\n\n- ${bad}\n`]
    ] as const) {
      expect(problemsOf(file, source, wordsOf, formerWords), file).toEqual([expect.stringContaining(`says “${name}”`)])
    }
    expect(problemsOf("d.md", `# Title\n\n${good}\n`, wordsOf, formerWords)).toEqual([])
    expect(problemsOf("d.md", `# Title\n\nThe column \`${bad}\` stays.\n`, wordsOf, formerWords)).toEqual([])
  })

  it("have no unneeded exception", () => {
    for (const [file, part] of exceptions) expect(readFileSync(join(root, file), "utf8"), file).toContain(part)
  })
})

/** Words that had no meaning outside this project, in names of the code: today's name, and what may keep the older one. */
const formerNames: ReadonlyArray<readonly [pattern: RegExp, now: string, kept: ReadonlyArray<string>]> = [
  [
    /[Kk]eeper/,
    "signer, multisig",
    // Kinds of activity and a reason in statements, which exports and files contain; links of earlier releases.
    ["keepers", "keepersAsked", "keepersPaid", "keepersActed", "keepersChanged"]
  ],
  [
    /^(?:un)?park(?:$|[A-Z])|Park|^park(?:ed|ing)/,
    "escrow: fund, withdraw, refund",
    // A request's kind, whose hash is on the ledger; kinds of activity and of transactions in exports; former buttons.
    ["parking", "parked", "park", "unpark", "budgetParked"]
  ],
  [/[Ss]ettler/, "relayer", []],
  [
    /Loan|Lender|lender[A-Z]|(?<![Ss]i)[Ll]ent(?:[A-Z]|$)/,
    "delegation, delegator, delegated",
    // Members of the published ballot file, which stored results are parts of, and of rules; links of earlier releases.
    ["lent", "lentLimitPct", "lentVote"]
  ],
  [/^(?:tell|told|telling)(?:$|s$|[A-Z])|Told(?:$|[A-Z])|Untold/, "notify, report, notification", []],
  // A column of published CSV files, and a button of pages opened before the update.
  [/^lenders?$|^lends?$/, "delegator, delegate", ["lender", "lend"]],
  [
    /^kept[A-Z]|^Kept|^KEPT$|^Keeping$|^keeping$|^(?:is|are|may|can|all)(?:Kept|Keep)|^keeps?(?:$|[A-Z](?!live))/,
    "store, cache, save, retention, multisig",
    []
  ],
  [
    /^(?:on|send|save|deliver|unsent|own)Letters?(?:$|[A-Z])|^[Ll]etters?(?:Table|Row|View|Form|Tab|Choices)$/,
    "email",
    []
  ],
  [/^takeTurn|HostTurn|OwnTurn/, "lock, withLocks", []],
  [/Pieces?|^pieces?(?:$|[A-Z])/, "work item, batch, chunk, part", []],
  // Real words with "lookup".
  [
    /^looks?(?:$|[A-Z](?!p))|^look(?:ed|ing)(?:$|[A-Z])|[a-z]Look(?:$|s$|[A-Z])|^Look(?!up)/,
    "poll, scan, check, read",
    []
  ],
  // In links of earlier releases.
  [/[Ss]tanding/, "communityRole, tally, status, recurring", ["standing"]],
  // The DOM's and Playwright's names.
  [
    /^[Pp]ress(?:$|es$|ed$|[A-Z])|[a-z]Press(?:$|ed$|[A-Z])/,
    "click, submit",
    ["ariaPressed", "press", "pressed", "pressSequentially"]
  ],
  // What a person answers: a question of a template, an objection, each time of a poll for a date.
  [
    /Answers?(?:$|[A-Z])|^answer[A-Z]/,
    "response, result, reply",
    [
      "Answer",
      "AnswerForm",
      "LostAnswers",
      "TimeAnswers",
      "timeAnswers",
      "onAnswer",
      "answerName",
      "answerOf",
      "answerProblem",
      "answerWords",
      "tidyAnswer"
    ]
  ],
  [/[Dd]rill/, "fault test", []],
  [/Pulse/, "live event", []],
  [/LedgerStep|StepKind|StepProofs/, "prepared transaction", []],
  [/^must(?:Not)?Be[A-Z]|^mustFind/, "require…, findOrFail", []],
  [/Trial$|Trials/, "dry run", []],
  [/^Wish|wishes$/, "feature request", ["wishes"]],
  [/^Switches|SwitchName/, "feature flag", []]
]

const namesIn = (file: string, text: string): ReadonlySet<string> => {
  const names = new Set<string>()
  const visit = (node: ts.Node) => {
    if (ts.isIdentifier(node)) names.add(node.text)
    ts.forEachChild(node, visit)
  }
  visit(ts.createSourceFile(file, text, ts.ScriptTarget.Latest, false))
  return names
}
const formerIn = (file: string, names: ReadonlySet<string>): ReadonlyArray<string> =>
  [...names].flatMap((name) =>
    formerNames
      .filter(([pattern, , kept]) => pattern.test(name) && !kept.includes(name))
      .map(([, now]) => `${file}: ${name}; write ${now}`)
  )

/** Files that contain older names because of what they are about. */
const historical: ReadonlyArray<readonly [pattern: RegExp, reason: string]> = [
  [/^app\/effects\/base\/db\/migrations\//, "released migrations"],
  [/^tests\/effects\/base\/db\//, "migrations, tested on rows of earlier schemas"],
  [/^tests\/(?:phrases|vocabulary\.test)\.ts$/, "the words themselves"],
  [/^app\/effects\/server\/http\/formerAddresses\.ts$/, "addresses of earlier releases"]
]

describe("names of the code", () => {
  const sources = ["app/connector", "app/ledger", "app/worker", ...folders, "scripts", "tests"]
    .flatMap((folder) => sourcesIn(folder, /\.(?:mjs|tsx?)$/))
    .filter((file) => !historical.some(([pattern]) => pattern.test(file)))

  it("have no unneeded exception", () => {
    for (const [pattern] of historical)
      expect(commented.concat(migrations).some((file) => pattern.test(file))).toBe(true)
  })

  it("are the field's terms", () => {
    const found = new Set<string>()
    const former = new RegExp(formerNames.map(([pattern]) => pattern.source).join("|"))
    const wrong = sources.flatMap((file) => {
      const text = readFileSync(join(root, file), "utf8")
      // Parsing takes long, and most files have no such word at all.
      if (![...new Set(text.match(/[\w$]+/g))].some((word) => former.test(word))) return []
      const names = namesIn(file, text)
      for (const name of names) found.add(name)
      return formerIn(file, names)
    })
    expect(wrong).toEqual([])
    // A name that is no longer there leaves the list.
    const unused = formerNames.flatMap(([, , kept]) => kept).filter((name) => !found.has(name))
    expect(unused).toEqual([])
  })

  it("are those of files and folders, too", () => {
    const words = /keeper|parked|parking|settler|(?<!si)lent[-.A-Z]|lending|ledger-steps|switches/i
    expect(sources.filter((file) => words.test(file) && !file.startsWith("app/routes/api."))).toEqual([])
  })

  it("call a letter only one of an alphabet: what is sent by e-mail is an e-mail", () => {
    const mails = /from "[^"]*(?:base\/mail\/|notifications\/emails|previews\/Mailbox|local\/Mailbox)|\bmailbox\b/
    const wrong = sources
      .map((file) => [file, readFileSync(join(root, file), "utf8")] as const)
      .filter(([, text]) => mails.test(text))
      .filter(([file, text]) => [...namesIn(file, text)].some((name) => /^letters?$/.test(name)))
    expect(wrong.map(([file]) => file)).toEqual([])
  })

  it.each([
    "KeepersPage",
    "parkedWorld",
    "NoSettler",
    "LoansRepo",
    "takeTurns",
    "mustBeSignedIn",
    "PayoutTrials",
    "pieces",
    "lookAtAll",
    "standingOf",
    "PressButton",
    "killDrill",
    "WalletAnswer",
    "tellAll",
    "lenders",
    "isKept",
    "keepDraft",
    "KEPT",
    "onLetter",
    "LetterTable",
    "isParking",
    "lookedAt",
    "lentSum"
  ])("refuse %s", (name) => {
    expect(formerIn("a.ts", namesIn("a.ts", `export const ${name} = 1`))).toHaveLength(1)
  })
})
