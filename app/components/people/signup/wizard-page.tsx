/**
 * The wizard with the pictures next to it. Loaded lazily once there is a wallet account: its checks need `effect`,
 * which the first load of a public page leaves out.
 */
import type { ComponentProps } from "react"
import { Carousel } from "~/components/base/parts/carousel"
import { Wizard } from "./wizard"

export default function WizardPage(props: ComponentProps<typeof Wizard>) {
  return (
    <div className="signup">
      {/* A draft belongs to one account: with another account the wizard starts over. */}
      <Wizard key={props.account.address} {...props} />
      <Carousel className="signup__aside" />
    </div>
  )
}
