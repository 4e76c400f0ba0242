import { Fragment } from "react"

/** The code of a series within a sentence; its hyphen must not break a line. */
export function BondCode({ code }: { readonly code: string }) {
  return <span className="nowrap">{code}</span>
}

/** A sentence with the code of a series in it. */
export function TextWithCode({ code, text }: { readonly code: string; readonly text: string }) {
  return text.split(code).map((part, index) => (
    // The parts of one sentence never change places.
    // biome-ignore lint/suspicious/noArrayIndexKey: there is nothing else to know them by
    <Fragment key={index}>
      {index > 0 && <BondCode code={code} />}
      {part}
    </Fragment>
  ))
}
