/** Errors for actions that a series' state does not allow. Pure. */
import { WrongState } from "~/effects/base/failures/failures"
import type { Series } from "./Series"
import { stateInWords } from "./words"

/** `action` completes "… cannot be done in this state": "issuing it". */
export const wrongSeriesState = (series: Pick<Series, "state">, action: string) =>
  new WrongState({ thing: "bond series", state: stateInWords(series.state), action })
