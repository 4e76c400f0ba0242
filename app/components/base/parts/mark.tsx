/** Icons that only pages about communities use, kept out of other pages. The rules are those of icon.tsx. */
const shapes = {
  coin: "M12 3.5a8.5 8.5 0 1 0 0 17 8.5 8.5 0 0 0 0-17zM12 7a5 5 0 1 0 0 10 5 5 0 0 0 0-10z",
  key: "M8 11.5a4 4 0 1 0 0 8 4 4 0 0 0 0-8zM11 12.5l8-8m-3 3 2.5 2.5",
  seal: "M12 3.5a8.5 8.5 0 1 0 0 17 8.5 8.5 0 0 0 0-17zM8.5 12.3l2.4 2.4 4.6-5",
  vote: "M4.5 13.5h15v6h-15zM8 13.5V4.5h8v9m-5-4.5h2"
} as const
export type MarkName = keyof typeof shapes

type Props = {
  readonly name: MarkName
  /** If no word accompanies it. */
  readonly label?: string
}

export function Mark({ label, name }: Props) {
  if (label !== undefined) {
    return (
      <svg className="icon" viewBox="0 0 24 24" role="img" aria-label={label}>
        <path d={shapes[name]} />
      </svg>
    )
  }
  return (
    <svg className="icon" viewBox="0 0 24 24" aria-hidden="true">
      <path d={shapes[name]} />
    </svg>
  )
}

/** The verified mark: the account on the ledger names our page, and our record names that account. */
export const VERIFIED = "Ownership confirmed on the ledger"
