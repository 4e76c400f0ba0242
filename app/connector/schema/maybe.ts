import { Schema } from "effect"

/** A key that is present or absent. On the wire and in storage values are never null or undefined. */
export const maybe = <A, I, R>(schema: Schema.Schema<A, I, R>) => Schema.optionalWith(schema, { exact: true })
