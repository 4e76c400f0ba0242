import { useCallback, useEffect, useRef } from "react"
import { type Asked, askStep, type StepOutcome } from "~/components/wallet/wallet/steps"
import { useWalletSteps } from "~/components/wallet/wallet/use-wallet"
import type { ContinuationInput, WalletResult } from "~/connector/WalletHandle"

/**
 * Requests a signature whose use survives the page. When the component is unmounted, a notice reports the result
 * instead.
 */
export function useSignedStep() {
  const steps = useWalletSteps()
  const left = useRef(new Set<() => void>())
  useEffect(() => {
    const all = left.current
    return () => {
      for (const leave of all) leave()
      all.clear()
    }
  }, [])
  return useCallback(
    async <A>(
      asked: Asked,
      ask: (continuation: ContinuationInput) => Promise<WalletResult<A>>,
      onSigned?: () => void
    ): Promise<StepOutcome> => {
      const begun = steps.begin(asked)
      left.current.add(begun.leave)
      const outcome = await askStep(begun, ask, onSigned)
      left.current.delete(begun.leave)
      return outcome
    },
    [steps]
  )
}
