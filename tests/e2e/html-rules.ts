/** What counts as valid HTML: html-validate's recommended rules, except those that React's output breaks by design. */
import { HtmlValidate } from "html-validate"

const validator = new HtmlValidate({
  extends: ["html-validate:recommended"],
  rules: {
    // React closes void elements ("<br/>"), which HTML ignores.
    "void-style": "off",
    // React writes a boolean attribute as `hidden=""`.
    "attribute-boolean-style": "off",
    "attribute-empty-style": "off",
    // React writes some names in camel case ("charSet", "srcSet"); HTML reads them in any case.
    "attr-case": "off",
    // React writes the whole document as one line.
    "no-trailing-whitespace": "off",
    // A group of checkboxes shares its name, as radio buttons do.
    "form-dup-name": ["error", { shared: ["radio", "checkbox", "button", "submit"] }],
    // ARIA allows lists to have names.
    "aria-label-misuse": ["error", { allowAnyNamable: true }],
    "no-inline-style": "error"
  }
})

/** Each error with its line and column. */
export const htmlProblems = async (html: string): Promise<ReadonlyArray<string>> => {
  const report = await validator.validateString(html)
  return report.results.flatMap(({ messages }) =>
    messages.map(({ column, line, message, ruleId, selector }) => `${line}:${column} ${ruleId} ${selector}: ${message}`)
  )
}
