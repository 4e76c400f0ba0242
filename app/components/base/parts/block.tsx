import type { ReactNode } from "react"

type Props = {
  readonly id: string
  readonly title: ReactNode
  /** Shown at the end of the heading's line. */
  readonly more?: ReactNode
  readonly children: ReactNode
}

/** A part of a page under a rule and a heading. */
export function Block({ children, id, more, title }: Props) {
  return (
    <section className="block" aria-labelledby={id}>
      <div className="block__head">
        <h2 id={id} className="h3">
          {title}
        </h2>
        {more}
      </div>
      {children}
    </section>
  )
}
