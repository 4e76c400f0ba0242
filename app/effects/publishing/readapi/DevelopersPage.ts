/** Data of /developers. Types only: the page loads this file. */
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
      /** Name of the response's shape. */
      readonly shape: string
      /** JSON for people to read. */
      readonly example: string
    }>
  }>
  readonly shapes: ReadonlyArray<{
    readonly name: string
    readonly words: string
    readonly fields: ReadonlyArray<Field>
  }>
}
