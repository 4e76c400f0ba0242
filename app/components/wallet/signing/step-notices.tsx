import { Link } from "@remix-run/react"
import { useSyncExternalStore } from "react"
import { Notice } from "~/components/base/parts/notice"
import type { StepNews } from "~/components/wallet/wallet/steps"
import { useWalletSteps } from "~/components/wallet/wallet/use-wallet"

const none: ReadonlyArray<StepNews> = []

/** What became of a signed step nobody waits for on this page any more: reloaded, or left for another one. */
export function StepNotices() {
  const steps = useWalletSteps()
  const news = useSyncExternalStore(steps.subscribe, steps.news, () => none)
  return (
    <div role="status">
      {news.map(({ message, step, to, tone }) => (
        <Notice key={step} tone={tone} onDismiss={() => steps.dismiss(step)}>
          <p>
            {message} {to !== undefined && <Link to={to}>See it</Link>}
          </p>
        </Notice>
      ))}
    </div>
  )
}
