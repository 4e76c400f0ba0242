import type { ReactNode } from "react"

type Props = {
  readonly id: string
  readonly title: string
  /** The design rule that this section shows. */
  readonly rule: string
  readonly children: ReactNode
}

export function GuideSection({ children, id, rule, title }: Props) {
  return (
    <section className="section" aria-labelledby={id}>
      <div className="section__head">
        <h2 id={id}>{title}</h2>
        <p>{rule}</p>
      </div>
      <div className="section__body stack" data-gap="l">
        {children}
      </div>
    </section>
  )
}

/** One component in one state, labelled with the name of that state. */
export function Specimen({ children, state }: { readonly state: string; readonly children: ReactNode }) {
  return (
    <div className="specimen stack" data-gap="s">
      <p className="eyebrow">{state}</p>
      {children}
    </div>
  )
}
