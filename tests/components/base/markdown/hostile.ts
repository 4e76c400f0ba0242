/**
 * Texts that try to run a script where Markdown is shown (docs/goals.md B12): known tricks, and a grammar of tags,
 * attributes, addresses and Markdown marks. What they try to call is `canary()`.
 */
import { FastCheck as fc } from "effect"

export const tricks = [
  "<img src=x onerror=canary()>",
  "<svg/onload=canary()>",
  "[x](javascript:canary())",
  "[x](java&#115;cript:canary())",
  "[x](  javascript:canary() )",
  "[x](javascript&colon;canary())",
  "<javascript:canary()>",
  "[x](data:text/html;base64,PHNjcmlwdD4=)",
  '[x](https://a.example "onmouseover=canary()")',
  '![x" onerror="canary()](/files/a)',
  '![x](/files/a"onerror="canary())',
  "![x](/files/../../evil)",
  "[x]: javascript:canary()\n\n[x]",
  '# <script>canary()</script> {#x" onclick="canary()}',
  '```html" onclick=canary()\n<script>canary()</script>\n```',
  "| <b onclick=canary()> |\n|---|\n| [x](vbscript:canary()) |",
  "\u0000<script>canary()</script>",
  '<a href="//evil.example">x</a>',
  "[x](//evil.example)",
  "[x](/\\evil.example)",
  'https://a.example"><script>canary()</script>',
  "&lt;script&gt;canary()&lt;/script&gt;",
  "<!-- --><script>canary()</script>",
  "<![CDATA[<script>canary()</script>]]>",
  "\u202ejavascript:canary()"
]

const part = fc.oneof(
  fc.constantFrom(
    "<",
    ">",
    '"',
    "'",
    "`",
    "[",
    "]",
    "(",
    ")",
    "!",
    "|",
    "\n",
    "\n\n",
    "# ",
    "> ",
    "- ",
    "**",
    "_",
    "\\",
    "&",
    ";",
    ":",
    "{#",
    "}",
    " "
  ),
  fc.constantFrom("script", "img", "svg", "iframe", "style", "a", "object", "math", "base", "form", "template"),
  fc.constantFrom(" onerror=", " onclick=", " href=", " src=", " srcdoc=", " style=", " id=", " rel=x", " formaction="),
  fc.constantFrom(
    "javascript:",
    "data:text/html,",
    "vbscript:",
    "//evil.example",
    "https://a.example/",
    "/files/",
    "&#106;avascript:",
    "\t",
    "\u0000"
  ),
  fc.constantFrom("canary()", "alert(1)", "|-|-|", "```", "~~~", "1. ", "---", "&lt;", "&#60;", "&quot;"),
  fc.string({ maxLength: 8 })
)
/** Any text of the grammar, the tricks included. */
export const hostile = fc
  .array(fc.oneof(part, fc.constantFrom(...tricks)), { minLength: 1, maxLength: 30 })
  .map((parts) => parts.join(""))
