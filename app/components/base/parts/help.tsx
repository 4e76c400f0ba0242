import type { ReactNode } from "react"

/** A term with its explanation below it: by touch, mouse and keyboard, with and without JavaScript. */
export function Help({ children, term }: { readonly term: ReactNode; readonly children: ReactNode }) {
  return (
    <details className="help">
      <summary>{term}</summary>
      <small>{children}</small>
    </details>
  )
}
