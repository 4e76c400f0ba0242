/** Loader data of the register of decisions and of agendas. Types only: pages load this file. */
import type { CheckedCode } from "~/effects/base/text/checkCode"
import type { Agenda } from "./agenda"
import type { Decision } from "./register"

export interface AgendaProposal {
  readonly number: number
  readonly title: string
  readonly summary: string
  readonly author: string | null
  readonly opensAt: number
  readonly closesAt: number
  /** "Open", "In review" */
  readonly state: string
}

export type DecisionsPage =
  | {
      readonly state: "register"
      readonly slug: string
      readonly year: string
      /** In the order in which they were decided. */
      readonly decisions: ReadonlyArray<Decision>
      /** For paper; null while the year is running. */
      readonly code: string | null
      /** A code that was typed; null if none was. */
      readonly checked: CheckedCode | null
      /** Years before and after, if the community existed and the year has begun. */
      readonly earlier: string | null
      readonly later: string | null
      readonly now: number
    }
  | {
      readonly state: "agenda"
      readonly slug: string
      readonly agenda: Agenda
      /** Open and in review, each kind by its end. */
      readonly proposals: ReadonlyArray<AgendaProposal>
      /** Those on the agenda, in order. */
      readonly items: ReadonlyArray<AgendaProposal>
      readonly now: number
    }
