import { Schema } from "effect"

/** A key that is there or is not. On the wire and in storage nothing is ever null or undefined. */
export const maybe = <A, I, R>(schema: Schema.Schema<A, I, R>) => Schema.optionalWith(schema, { exact: true })
