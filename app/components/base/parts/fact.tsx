import type { ReactNode } from "react"

/** One entry of a list of facts. */
export const Fact = ({ children, name }: { readonly name: ReactNode; readonly children: ReactNode }) => (
  <div>
    <dt>{name}</dt>
    <dd>{children}</dd>
  </div>
)
