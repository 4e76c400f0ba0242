type Props = {
  readonly labels: ReadonlyArray<string>
  readonly current: number
  /** Accessible name of the list of steps. */
  readonly name?: string
}

/** Progress in a form of several steps. */
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
