/**
 * Validates external data by the forms of its schemas (`forms.ts`).
 *
 * Equivalent to decoding with the schema, but without the schema library: unknown keys are removed, everything else
 * must match. `tests/connector/forms.test.ts` compares the two.
 */
import { Either, Option } from "effect"
import { type Rule, rules } from "../schema/rules"
import type { Form, FormOf } from "./Form"

/** Why and where a value does not match. */
export class Misfit {
  constructor(
    readonly path: ReadonlyArray<string>,
    readonly message: string,
    /** Whether a rule was broken, whose message is written for people. */
    readonly isRule = false
  ) {}
}

const isBasic = {
  text: (value: unknown) => typeof value === "string",
  number: (value: unknown) => typeof value === "number",
  truth: (value: unknown) => typeof value === "boolean",
  anything: () => true
} as const

const isList = (form: Form): form is Extract<Form, ReadonlyArray<unknown>> => Array.isArray(form)

export const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null && !Array.isArray(value)

const take = (form: Form, value: unknown, path: ReadonlyArray<string>): unknown => {
  if (typeof form === "string") return isBasic[form](value) ? value : new Misfit(path, `expected ${form}`)
  if (!isList(form)) return takeStruct(form, value, path)
  switch (form[0]) {
    case "is": {
      const [, ...literals] = form
      return literals.some((literal) => literal === value)
        ? value
        : new Misfit(path, `expected ${literals.join(" or ")}`)
    }
    case "list":
      return takeList(form[1], value, path)
    case "one of":
      return takeFirst(form[1], value, path)
    case "ruled": {
      const taken = take(form[2], value, path)
      if (taken instanceof Misfit) return taken
      const { holds, message }: Rule = rules[form[1]]
      // The value was checked against the form that belongs to the rule.
      return holds(taken as never) ? taken : new Misfit(path, message, true)
    }
  }
}

const takeList = (form: Form, value: unknown, path: ReadonlyArray<string>) => {
  if (!Array.isArray(value)) return new Misfit(path, "expected a list")
  const list: Array<unknown> = []
  for (const [index, member] of value.entries()) {
    const taken = take(form, member, [...path, String(index)])
    if (taken instanceof Misfit) return taken
    list.push(taken)
  }
  return list
}

/** If no alternative matches, reports the one that got furthest. */
const takeFirst = (forms: ReadonlyArray<Form>, value: unknown, path: ReadonlyArray<string>) => {
  let closest: Misfit | undefined
  for (const form of forms) {
    const taken = take(form, value, path)
    if (!(taken instanceof Misfit)) return taken
    if (closest === undefined || taken.path.length > closest.path.length) closest = taken
  }
  return closest
}

const takeStruct = (form: { readonly [key: string]: Form }, value: unknown, path: ReadonlyArray<string>) => {
  if (!isRecord(value)) return new Misfit(path, "expected an object")
  const struct: Record<string, unknown> = {}
  for (const [name, part] of Object.entries(form)) {
    const key = name.replace("?", "")
    if (key !== name && !(key in value)) continue
    const taken = take(part, value[key], [...path, key])
    if (taken instanceof Misfit) return taken
    struct[key] = taken
  }
  return struct
}

/** Right with exactly the fields of the form, or Left with the reason. */
export const reader =
  <A>(form: FormOf<A>) =>
  (value: unknown): Either.Either<A, Misfit> => {
    const taken = take(form, value, [])
    // Safe, because the value was just checked against the form.
    return taken instanceof Misfit ? Either.left(taken) : Either.right(taken as A)
  }

/** Like `reader`, but without the reason. */
export const optionReader = <A>(form: FormOf<A>): ((value: unknown) => Option.Option<A>) => {
  const read = reader(form)
  return (value) => Either.getRight(read(value))
}

/** A copy through JSON, which has no getters or other behaviour. None if there is no such copy. */
export const jsonCopy = Option.liftThrowable((value: unknown): unknown => JSON.parse(JSON.stringify(value)))

export const parseJson = Option.liftThrowable((text: string): unknown => JSON.parse(text))
