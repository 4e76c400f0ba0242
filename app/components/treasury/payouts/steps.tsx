const steps = ["Token", "Recipients", "Read", "Check", "Approve", "Send"] as const
export type PayStep = (typeof steps)[number]

type Props = { readonly now: PayStep; readonly without: ReadonlyArray<PayStep> }

/** The steps of making a payout, with the current one marked. */
export function PaySteps({ now, without }: Props) {
  const shown = steps.filter((step) => !without.includes(step))
  const at = shown.indexOf(now)
  return (
    <ol className="steps" data-lay="wide" aria-label="Steps">
      {shown.map((step, index) => (
        <li key={step} data-state={index < at ? "done" : undefined} aria-current={index === at ? "step" : undefined}>
          {step}
        </li>
      ))}
    </ol>
  )
}
