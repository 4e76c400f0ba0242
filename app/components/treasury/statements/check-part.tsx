import { Form } from "@remix-run/react"
import { Notice } from "~/components/base/parts/notice"
import type { StatementPage } from "~/effects/treasury/statements/statementView"

/** Checks the code of a printed statement against the current one. Works without JavaScript. */
export function CheckPart({ page }: { readonly page: Extract<StatementPage, { readonly state: "shown" }> }) {
  const { checked, statement } = page
  const { code, period } = statement
  if (code === null) return null
  return (
    <section className="stack no-print" aria-labelledby="check">
      <h2 id="check" className="h3">
        Check a printed statement
      </h2>
      {checked !== null && (
        <Notice tone={checked.isSame ? "ok" : "bad"} role="status">
          <p>
            {checked.isSame
              ? "This is the code of this statement: the printed sums match today's."
              : `“${checked.code}” is not the code of this statement, which is ${code}. The paper may be of another period or treasury, it may have been changed, or movements may have been recorded since.`}
          </p>
        </Notice>
      )}
      <Form className="row" method="get" preventScrollReset>
        <input type="hidden" name={period.kind} value={period.name} />
        <label className="field">
          <span className="label">Its check code</span>
          <input className="input" name="code" defaultValue={checked?.code ?? ""} autoComplete="off" maxLength={40} />
        </label>
        <button className="button" data-size="s" type="submit">
          Check
        </button>
      </Form>
    </section>
  )
}
