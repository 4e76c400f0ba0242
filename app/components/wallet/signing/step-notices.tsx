import { Link } from "@remix-run/react"
import { useSyncExternalStore } from "react"
import { Notice } from "~/components/base/parts/notice"
import type { StepNotice } from "~/components/wallet/wallet/steps"
import { useWalletSteps } from "~/components/wallet/wallet/use-wallet"

const none: ReadonlyArray<StepNotice> = []

/** Shows results of signed steps that no component on this page waits for, after a reload or on another page. */
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
