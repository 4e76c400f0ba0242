/**
 * Builds the library from content files. Pure: broken files give a list of problems, never part of a library.
 *
 * The folder says what a file is: pages/, blog/ and resources/, and the single files roadmap.md and faq.md.
 */
import { Either, ParseResult, Schema } from "effect"
import { parseMarkdown } from "~/effects/base/text/markdown/parseMarkdown.server"
import { type Block, headingsOf, type MarkdownTree, plainText, treeText } from "~/effects/base/text/markdown/Tree"
import {
  type Article,
  GuideHead,
  groups,
  type Library,
  PageHead,
  PostHead,
  pageIds,
  type Question,
  type QuestionGroup,
  RoadmapHead,
  type RoadmapItem
} from "./Article"
import { linkProblems } from "./links"

/**
 * Parser of the support questions: `##` starts a group, `###` a question, and the text below it is the answer. */
const readQuestions = (tree: MarkdownTree, complain: (problem: string) => void): ReadonlyArray<QuestionGroup> => {
  const groups: Array<{
    id: string
    title: string
    questions: Array<{ id: string; title: string; answer: Array<Block> }>
  }> = []
  for (const block of tree) {
    const group = groups.at(-1)
    const question = group?.questions.at(-1)
    if (block.kind === "heading" && block.level === 2) {
      groups.push({ id: block.id, title: plainText(block.children), questions: [] })
    } else if (block.kind === "heading" && group !== undefined) {
      group.questions.push({ id: block.id, title: plainText(block.children), answer: [] })
    } else if (question !== undefined) question.answer.push(block)
    else complain("text that does not belong to a question")
  }
  for (const { questions, title } of groups) {
    if (questions.length === 0) complain(`no question under "${title}"`)
    for (const question of questions) if (question.answer.length === 0) complain(`no answer to "${question.title}"`)
  }
  return groups.map(({ id, questions, title }) => ({
    id,
    title,
    questions: questions.map((question) => ({
      ...question,
      words: `${question.title}\n${treeText(question.answer)}`.toLowerCase()
    }))
  }))
}

/** Questions that contain all words of the query; groups without one are omitted. */
export const findQuestions = (groups: ReadonlyArray<QuestionGroup>, query: string): ReadonlyArray<QuestionGroup> => {
  const wanted = query
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== "")
  const fits = ({ words }: Question) => wanted.every((word) => words.includes(word))
  return groups
    .map((group) => ({ ...group, questions: group.questions.filter(fits) }))
    .filter(({ questions }) => questions.length > 0)
}

/**
 * Parser of a content file's front matter: lines between two `---`, each `key: text`, `key: [a, b]`, or `key:` with a
 * list of `- entry` lines below. Deliberately a small subset of YAML, without surprises.
 */
type Field = string | ReadonlyArray<string>

interface ContentFile {
  readonly fields: Readonly<Record<string, Field>>
  readonly body: string
}

const HEAD = /^---\n([\s\S]*?)\n---\n/

const listOf = (text: string): ReadonlyArray<string> =>
  text
    .slice(1, -1)
    .split(",")
    .map((part) => part.trim())
    .filter((part) => part !== "")

/** Left: a description of the problem. */
const readContentFile = (text: string): Either.Either<ContentFile, string> => {
  const [whole, head] = HEAD.exec(text) ?? []
  if (whole === undefined || head === undefined) return Either.left("no front matter between two lines of ---")
  const fields: Record<string, Field> = {}
  let open: { readonly key: string; readonly entries: Array<string> } | undefined
  for (const line of head.split("\n")) {
    const entry = /^ {2}- (.+)$/.exec(line)?.[1]
    if (entry !== undefined && open !== undefined) {
      open.entries.push(entry.trim())
      continue
    }
    const [, key, value = ""] = /^([a-z]+):(?: (.*))?$/.exec(line) ?? []
    if (key === undefined) return Either.left(`cannot read the line "${line}"`)
    if (key in fields) return Either.left(`"${key}" occurs twice`)
    open = value === "" ? { key, entries: [] } : undefined
    fields[key] = open?.entries ?? (/^\[.*\]$/.test(value) ? listOf(value) : value.trim())
  }
  return Either.right({ fields, body: text.slice(whole.length) })
}

/** Parses the roadmap's columns from lines `id | title | text`, in Done with the day after the id. */
type RoadmapColumns = Readonly<Record<"now" | "next" | "later" | "done", ReadonlyArray<RoadmapItem>>>
type Lines = Readonly<Record<keyof RoadmapColumns, ReadonlyArray<string>>>

const parts = (line: string) => line.split("|").map((part) => part.trim())

const readRoadmap = (lines: Lines, complain: (problem: string) => void): RoadmapColumns => {
  const seen = new Set<string>()
  const open = (line: string) => {
    const [id = "", title = "", text = "", ...more] = parts(line)
    return check({ id, title, text }, line, more.length === 0)
  }
  const done = (line: string) => {
    const [id = "", day = "", title = "", text = "", ...more] = parts(line)
    return check({ id, title, text, done: day }, line, more.length === 0 && /^\d{4}-\d{2}-\d{2}$/.test(day))
  }
  const check = (item: RoadmapItem, line: string, fits: boolean): RoadmapItem => {
    if (!fits || item.title === "" || item.text === "" || !/^[a-z0-9-]+$/.test(item.id)) {
      complain(`cannot read the item "${line}"`)
    }
    if (seen.has(item.id)) complain(`item "${item.id}" occurs twice`)
    seen.add(item.id)
    return item
  }
  return {
    now: lines.now.map(open),
    next: lines.next.map(open),
    later: lines.later.map(open),
    // Newest first.
    done: lines.done.map(done).sort((one, other) => (other.done ?? "").localeCompare(one.done ?? ""))
  }
}

/** Path below app/content → its text. */
export type ContentFiles = Readonly<Record<string, string>>

const WORDS_A_MINUTE = 220

const minutesOf = (words: string) => Math.max(1, Math.ceil(words.split(/\s+/).length / WORDS_A_MINUTE))

type Complain = (path: string, problem: string) => void

/** Reads the front matter and body of a file; reports what is wrong and returns undefined if either is broken. */
const fileReader =
  (files: ContentFiles, complain: Complain) =>
  <A, I>(path: string, schema: Schema.Schema<A, I>) => {
    const text = files[path]
    if (text === undefined) return complain(path, "is missing")
    const file = readContentFile(text)
    if (Either.isLeft(file)) return complain(path, file.left)
    const head = Schema.decodeUnknownEither(schema, { errors: "all", onExcessProperty: "error" })(file.right.fields)
    if (Either.isRight(head)) return { head: head.right, tree: parseMarkdown(file.right.body, { userText: false }) }
    for (const { message, path: field } of ParseResult.ArrayFormatter.formatErrorSync(head.left)) {
      complain(path, `${field.join(".")}: ${message}`)
    }
  }
type FileReader = ReturnType<typeof fileReader>

type HeadFields = typeof PageHead.Type

/** Reads a file as an article, with the roadmap items that it mentions. */
const articleReader =
  (read: FileReader, items: ReadonlyArray<RoadmapItem>, complain: Complain) =>
  <A, I>(path: string, schema: Schema.Schema<A & HeadFields, I>) => {
    const file = read(path, schema)
    if (file === undefined) return undefined
    const { head, tree } = file
    if (head.updated < head.date) complain(path, "updated: is before the date")
    for (const id of head.waits) if (!items.some((item) => item.id === id)) complain(path, `waits: no item "${id}"`)
    const { order, waits, ...shown } = head
    const text: Article = {
      ...shown,
      tree,
      minutes: minutesOf(treeText(tree)),
      contents: headingsOf(tree)
        .filter(({ level }) => level === 2)
        .map(({ children, id }) => ({ id, title: plainText(children) })),
      coming: items.filter((item) => item.done === undefined && waits.includes(item.id))
    }
    return { path, order, head, text }
  }

type Named = { readonly path: string; readonly head: { readonly id: string } }

/** A page's id is the name of its file; posts and guides share one list of ids because they share their addresses. */
const checkNames = (pages: ReadonlyArray<Named>, others: ReadonlyArray<Named>, complain: Complain) => {
  for (const { head, path } of [...pages, ...others]) {
    if (!path.endsWith(`/${head.id}.md`)) complain(path, "id: is not the name of the file")
  }
  for (const [index, { head, path }] of others.entries()) {
    const first = others.findIndex((other) => other.head.id === head.id)
    if (first !== index) complain(path, `id: "${head.id}" is taken`)
  }
  for (const id of pageIds) if (!pages.some(({ head }) => head.id === id)) complain(`pages/${id}.md`, "is missing")
}

export const readLibrary = (files: ContentFiles): Either.Either<Library, ReadonlyArray<string>> => {
  const problems: Array<string> = []
  const complain: Complain = (path, problem) => {
    problems.push(`${path}: ${problem}`)
  }
  const read = fileReader(files, complain)
  const columns: RoadmapColumns = readRoadmap(
    read("roadmap.md", RoadmapHead)?.head ?? { now: [], next: [], later: [], done: [] },
    (problem) => complain("roadmap.md", problem)
  )
  const article = articleReader(read, Object.values(columns).flat(), complain)
  const folder = <A, I>(name: string, schema: Schema.Schema<A & HeadFields, I>) =>
    Object.keys(files)
      .filter((path) => path.startsWith(`${name}/`))
      .map((path) => article(path, schema))
      .filter((file) => file !== undefined)
      .sort((one, other) => one.order - other.order)

  const pages = folder("pages", PageHead)
  const posts = folder("blog", PostHead)
  const guides = folder("resources", GuideHead)
  const support = article("faq.md", PageHead)
  const roadmap = article("roadmap.md", RoadmapHead)
  checkNames(pages, [...posts, ...guides], complain)

  const questions = readQuestions(support?.text.tree ?? [], (problem) => complain("faq.md", problem))
  if (support === undefined || roadmap === undefined) return Either.left(problems)

  const library: Library = {
    pages: Object.fromEntries(pages.map(({ head, text }) => [head.id, text])) as Library["pages"], // the ids were checked above
    posts: posts
      .map(({ head, text }) => ({ ...text, kind: "post" as const, tags: head.tags }))
      .sort((one, other) => other.date.localeCompare(one.date)),
    guides: guides
      .map(({ head, text }) => ({ ...text, kind: "guide" as const, group: head.group }))
      .sort((one, other) => groups.indexOf(one.group) - groups.indexOf(other.group)),
    support: { ...support.text, groups: questions },
    roadmap: { ...roadmap.text, ...columns }
  }
  problems.push(...linkProblems(library))
  return problems.length === 0 ? Either.right(library) : Either.left(problems)
}
