import type { MetricLabel } from "effect"
import { labelsOf, ledgerCalls, ledgerDurations } from "./counted.server"

type Outcome = "answered" | "refused" | "failed"

interface Series extends Readonly<Record<Outcome, ReadonlyArray<MetricLabel.MetricLabel>>> {
  readonly call: ReadonlyArray<MetricLabel.MetricLabel>
}

/** The gateway has some twenty paths; further ones are counted as `other`. */
const MOST_CALLS = 50
const series = new Map<string, Series>()

const makeSeries = (call: string): Series => {
  const outcome = (name: Outcome) => labelsOf({ call, outcome: name })
  const made = {
    answered: outcome("answered"),
    refused: outcome("refused"),
    failed: outcome("failed"),
    call: labelsOf({ call })
  }
  series.set(call, made)
  return made
}

/** @param path of the gateway's API, whatever its base address. */
export const countLedgerCall = (path: string, outcome: Outcome, seconds: number): void => {
  const call = path.replace(/^.*?(?=\/(state|status|stream|transaction|statistics|extensions)\/)/, "")
  const found =
    series.get(call) ?? (series.size < MOST_CALLS ? makeSeries(call) : (series.get("other") ?? makeSeries("other")))
  ledgerCalls.unsafeUpdate(1, found[outcome])
  ledgerDurations.unsafeUpdate(seconds, found.call)
}
