/** Parts of printed documents: their head, the buttons to save and print them, and the check of a printed code. */
import { Form } from "@remix-run/react"
import type { ReactNode } from "react"
import { HydratedButton } from "~/components/base/site/hydrated-button"
import { useFrame } from "~/components/base/site/use-frame"
import type { CheckedCode } from "~/effects/base/text/checkCode"
import { Notice } from "./notice"
import { Seal } from "./seal"

interface HeadProps {
  readonly kind: string
  /** "S-garden-2026" */
  readonly name: string
  /** Below the community's name. */
  readonly children?: ReactNode
}

export function PaperHead({ children, kind, name }: HeadProps) {
  const frame = useFrame()
  return (
    <header className="sheet__head">
      <div className="row">
        <Seal community={frame} size="l" />
        <div>
          <p>
            <b>{frame.name}</b>
          </p>
          {children}
        </div>
      </div>
      <div className="num">
        <p className="eyebrow">{kind}</p>
        <p className="code-name">{name}</p>
      </div>
    </header>
  )
}

export function PrintButton() {
  return (
    <HydratedButton className="button only-script" data-kind="primary" data-size="s" onClick={() => window.print()}>
      Print
    </HydratedButton>
  )
}

/** `file` is the address of the export up to its format. */
export function PaperButtons({ file }: { readonly file: string }) {
  return (
    <span className="row">
      <a className="button" data-size="s" href={`${file}csv`} download>
        CSV
      </a>
      <a className="button" data-size="s" href={`${file}json`} download>
        JSON
      </a>
      <PrintButton />
    </span>
  )
}

interface CheckProps {
  /** "statement" */
  readonly document: string
  /** Today's code. */
  readonly code: string
  readonly checked: CheckedCode | null
  /** The search parameter that names the period. */
  readonly period: readonly [name: string, value: string]
  /** "the printed sums match today's." */
  readonly same: string
  /** Why the code may be another one, in a sentence. */
  readonly other: string
}

/** Compares the code of a printed document with today's. Works without JavaScript. */
export function CheckCode({ checked, code, document, other, period: [name, value], same }: CheckProps) {
  return (
    <section className="stack no-print" aria-labelledby="check">
      <h2 id="check" className="h3">
        Check a printed {document}
      </h2>
      {checked !== null && (
        <Notice tone={checked.isSame ? "ok" : "bad"} role="status">
          <p>
            {checked.isSame
              ? `This is the code of this ${document}: ${same}`
              : `“${checked.code}” is not the code of this ${document}, which is ${code}. ${other}`}
          </p>
        </Notice>
      )}
      <Form className="row" method="get" preventScrollReset>
        <input type="hidden" name={name} value={value} />
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
