/** What /developers shows of the read API. Types only: the page loads this file. */
import type { Field } from "./contract/JsonSchema"

export interface DevelopersPage {
  readonly words: string
  readonly groups: ReadonlyArray<{
    readonly name: string
    readonly words: string
    readonly operations: ReadonlyArray<{
      readonly id: string
      readonly path: string
      readonly summary: string
      readonly words: string
      readonly asked: ReadonlyArray<Field>
      /** Name of the shape that is answered. */
      readonly shape: string
      /** JSON, for people to read. */
      readonly example: string
    }>
  }>
  readonly shapes: ReadonlyArray<{
    readonly name: string
    readonly words: string
    readonly fields: ReadonlyArray<Field>
  }>
}
