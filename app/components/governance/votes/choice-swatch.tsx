import { useChartId } from "~/components/base/charts/chart-frame"
import { filled, Patterns } from "~/components/base/charts/fills"

const fills = { yes: "for", no: "against", abstain: "abstain" } as const
const isBasic = (choice: string): choice is keyof typeof fills => Object.hasOwn(fills, choice)

/** The colour that Yes, No and Abstain have in the charts; nothing for other choices. */
export function ChoiceSwatch({ choice }: { readonly choice: string }) {
  const id = useChartId()
  if (!isBasic(choice)) return null
  return (
    <svg className="chart swatch" viewBox="0 0 14 14" aria-hidden="true">
      <Patterns id={id} />
      <rect x=".5" y=".5" width="13" height="13" {...filled(fills[choice], id)} />
    </svg>
  )
}
