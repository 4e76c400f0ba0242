import type { RuleName } from "../schema/rules"

/** A schema as plain data, small enough for every page to load. A struct's optional keys end in "?". */
export type Form =
  | "text"
  | "number"
  | "truth"
  | "anything"
  | readonly ["is", ...ReadonlyArray<string | number | boolean | null>]
  | readonly ["list", Form]
  | readonly ["one of", ReadonlyArray<Form>]
  | readonly ["ruled", RuleName, Form]
  | { readonly [key: string]: Form }

declare const type: unique symbol
/** The form of a type. */
export type FormOf<A> = Form & { readonly [type]?: A }
