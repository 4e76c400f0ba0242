import { Schema } from "effect"
import { type Rule, type RuleName, rules } from "./rules"

/** Adds a named rule to a schema; `wire/formOf.ts` finds it by that name. */
export const ruled =
  <N extends RuleName>(name: N) =>
  <A extends Parameters<(typeof rules)[N]["holds"]>[0], I>(schema: Schema.Schema<A, I>) => {
    const { holds, message }: Rule = rules[name]
    // The type parameters ensure that the rule applies to these values.
    return schema.pipe(Schema.filter((value) => holds(value as never), { identifier: name, message: () => message }))
  }

export const Finite = Schema.Number.pipe(ruled("finite"))
/** A whole number that JSON represents exactly. */
export const Whole = Schema.Number.pipe(ruled("whole"))
export const NonEmpty = Schema.String.pipe(ruled("nonEmpty"))
