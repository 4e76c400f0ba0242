/** Persona, and the data that a person may share with it (docs/connector.md). */
import { Schema } from "effect"

export const Persona = Schema.Struct({ identityAddress: Schema.String, label: Schema.String })
export type Persona = typeof Persona.Type

export const PersonaName = Schema.Struct({
  variant: Schema.Literal("western", "eastern"),
  familyName: Schema.String,
  nickname: Schema.String,
  givenNames: Schema.String
})
export type PersonaName = typeof PersonaName.Type

/** One kind of shared data in its stored form. */
export const PersonaDataEntry = Schema.Union(
  Schema.Struct({ entry: Schema.Literal("fullName"), fields: PersonaName }),
  Schema.Struct({ entry: Schema.Literal("emailAddresses"), fields: Schema.Array(Schema.String) }),
  Schema.Struct({ entry: Schema.Literal("phoneNumbers"), fields: Schema.Array(Schema.String) })
)
export type PersonaDataEntry = typeof PersonaDataEntry.Type
