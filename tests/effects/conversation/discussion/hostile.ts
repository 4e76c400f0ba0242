/**
 * Texts that try to run something (docs/goals.md B12): a small grammar of tags, attributes, addresses and Markdown
 * around them, sampled by a seeded generator, so that every run tries the same ones. Each calls `canary`.
 */
import { FastCheck } from "effect"

const call = FastCheck.constantFrom("canary(1)", "window.canary('x')", "top.canary(2)", "eval('canary(3)')")
const scheme = FastCheck.constantFrom(
  "javascript:",
  "JaVaScRiPt:",
  "java\tscript:",
  "\u0001javascript:",
  "&#106;avascript:",
  "javascript&colon;",
  "vbscript:",
  "data:text/html,<script>",
  "data:image/svg+xml;base64,PHN2ZyBvbmxvYWQ9Y2FuYXJ5KDEpPg==",
  "//evil.example/",
  "https://evil.example/",
  "\\\\evil.example\\",
  "/\\evil.example/",
  "blob:https://evil.example/"
)
const handler = FastCheck.constantFrom("onerror", "onload", "onclick", "onfocus", "onmouseover", "ontoggle", "onbegin")
const tag = FastCheck.constantFrom(
  ...["script", "img", "svg", "iframe", "object", "embed", "a", "details", "math", "style", "base", "form", "template"]
)
const quote = FastCheck.constantFrom("", '"', "'", "`")

const element = FastCheck.record({ tag, handler, call, scheme, quote }).map(
  ({ call, handler, quote, scheme, tag }) =>
    `<${tag} src=${quote}${scheme}${call}${quote} href=${quote}${scheme}${call}${quote} ${handler}=${quote}${call}${quote} autofocus open>${call}</${tag}>`
)
const link = FastCheck.record({ scheme, call }).map(({ call, scheme }) => `[read me](<${scheme}${call}>)`)
const bareLink = FastCheck.record({ scheme, call }).map(({ call, scheme }) => `[x](${scheme}${call} "t" onx=1)`)
const image = FastCheck.record({ scheme, call, handler }).map(
  ({ call, handler, scheme }) => `![a" ${handler}="${call}](${scheme}${call})`
)
const auto = FastCheck.record({ scheme, call }).map(({ call, scheme }) => `<${scheme}${call}>`)
const reference = FastCheck.record({ scheme, call }).map(({ call, scheme }) => `[r]: ${scheme}${call}\n\n[r]`)
const atom = FastCheck.oneof(element, link, bareLink, image, auto, reference)

const wrapped = FastCheck.record({
  atom,
  around: FastCheck.constantFrom("", "> ", "- ", "# ", "1. ", "| ", "**", "`", "```\n", "    ", "@")
}).map(({ around, atom }) => `${around}${atom}${around === "**" || around === "`" ? around : ""}`)

/** `count` payloads, as many of them in one text as have room. */
export const hostileTexts = (count: number, maxLength: number): ReadonlyArray<string> => {
  const texts: Array<string> = []
  let text = ""
  for (const payload of FastCheck.sample(wrapped, { numRuns: count, seed: 20261120 })) {
    if (text.length + payload.length + 2 > maxLength) {
      texts.push(text)
      text = ""
    }
    text += `${payload}\n\n`
  }
  return text === "" ? texts : [...texts, text]
}
