/**
 * The wizard with the pictures beside it. Loaded lazily, once a wallet account is there: its checks need `effect`, which
 * the first load of a public page does without.
 */
import type { ComponentProps } from "react"
import { Carousel } from "~/components/base/parts/carousel"
import { Wizard } from "./wizard"

export default function WizardPage(props: ComponentProps<typeof Wizard>) {
  return (
    <div className="signup">
      {/* A draft belongs to one account: another one starts anew. */}
      <Wizard key={props.account.address} {...props} />
      <Carousel className="signup__aside" />
    </div>
  )
}
