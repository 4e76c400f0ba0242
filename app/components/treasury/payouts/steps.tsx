const steps = ["Token", "Recipients", "Check", "Approve", "Send"] as const
export type PayStep = (typeof steps)[number]

/** The steps of making a payout, with the current one marked. */
export function PaySteps({ now, without }: { readonly now: PayStep; readonly without?: PayStep }) {
  const shown = steps.filter((step) => step !== without)
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
