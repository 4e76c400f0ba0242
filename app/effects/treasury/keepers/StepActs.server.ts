/**
 * Prepared transactions of a treasury that signers approve instead of one badge. What must be read back is defined in
 * chain/ledger-steps.
 */
import { Effect, Option } from "effect"
import type { Step } from "~/effects/chain/ledger-steps/Step"
import type { StepAct } from "./Act"
import { ActsRepo } from "./ActsRepo.server"
import { actName, standsAs } from "./actWords"
import { KeepersRefused } from "./errors"
import type { Here, Kept } from "./Keeping.server"
import { Requests } from "./Requests.server"

interface WantedStep extends Pick<StepAct, "kind" | "amounts" | "digest"> {
  readonly step: Step
  /** The payout, budget or bond series it is for. */
  readonly run: StepAct["about"]
  readonly offer?: StepAct["offer"]
}

/** The part of a row that names it. */
const aboutOf = (run: StepAct["about"]): StepAct["about"] => {
  if ("series" in run) return { series: run.series, code: run.code, title: run.title }
  const { number, title } = run
  return "what" in run ? { what: run.what, number, title } : { number, title }
}

export class StepActs extends Effect.Service<StepActs>()("effects/keepers/StepActs", {
  dependencies: [ActsRepo.Default, Requests.Default],
  effect: Effect.gen(function* () {
    const acts = yield* ActsRepo
    const requests = yield* Requests

    /** Refuses to prepare something again while the signers have it before them. */
    const mustBeFree = Effect.fn("StepActs.mustBeFree")(function* (communityId: string, onceKey: string) {
      const before = Option.getOrUndefined(yield* acts.alive(communityId, onceKey))
      if (before === undefined) return
      return yield* new KeepersRefused({ message: `${actName(before)}${standsAs(before)}` })
    })

    const propose = Effect.fn("StepActs.propose")(function* (
      here: Here,
      kept: Kept,
      { amounts, digest, kind, offer = null, run, step }: WantedStep
    ) {
      const { ids, needed } = kept.rule
      const payload: StepAct = {
        kind,
        step: step.id,
        about: aboutOf(run),
        amounts,
        digest,
        offer,
        manifest: step.manifest,
        from: { ids, needed },
        reason: run.title
      }
      return yield* requests.write(here, kept, { payload, key: step.onceKey })
    })

    return { mustBeFree, propose }
  })
}) {}
