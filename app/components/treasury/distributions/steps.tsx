const steps = ["Token", "Recipients", "Check", "Approve", "Send"] as const
export type PayStep = (typeof steps)[number]

/** Where a payout is on its way (R-T2). */
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
