type Props = {
  readonly labels: ReadonlyArray<string>
  readonly current: number
  /** What the steps are of. */
  readonly name?: string
}

/** Where one is in a form of several steps (R-S1). */
export function StepProgress({ current, labels, name = "Sign-up steps" }: Props) {
  return (
    <ol className="steps" aria-label={name}>
      {labels.map((label, index) => (
        <li
          key={label}
          aria-current={index === current ? "step" : undefined}
          data-state={index < current ? "done" : undefined}
        >
          {label}
        </li>
      ))}
    </ol>
  )
}
