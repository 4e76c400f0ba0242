type Props = {
  readonly labels: ReadonlyArray<string>
  readonly current: number
}

/** Where one is in a form of several steps (R-S1). */
export function StepProgress({ current, labels }: Props) {
  return (
    <ol className="steps" aria-label="Sign-up steps">
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
