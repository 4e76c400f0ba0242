import { Schema } from "effect"
import { type Rule, type RuleName, rules } from "./rules"

/** A schema's own rule, under its name: `wire/formOf.ts` finds it there. */
export const ruled =
  <N extends RuleName>(name: N) =>
  <A extends Parameters<(typeof rules)[N]["holds"]>[0], I>(schema: Schema.Schema<A, I>) => {
    const { holds, message }: Rule = rules[name]
    // The type parameters say that the rule is about these values.
    return schema.pipe(Schema.filter((value) => holds(value as never), { identifier: name, message: () => message }))
  }

export const Finite = Schema.Number.pipe(ruled("finite"))
/** A whole number that JSON carries exactly. */
export const Whole = Schema.Number.pipe(ruled("whole"))
export const NonEmpty = Schema.String.pipe(ruled("nonEmpty"))
