/**
 * The action of a proposal: its canonical form, its hash, and its description. Pure. The payload is canonical JSON;
 * every ballot signs the hash of that JSON through the proposal.
 */
import { Either, Schema } from "effect"
import { isWholeText } from "~/effects/base/text/canonical"
import type { ProposalAction } from "~/effects/governance/votes/proposal/Proposal"
import { parseManifest } from "~/ledger/index"
import { actionOf } from "./actionOf"
import { settingsWords } from "./settingsAction.server"

/** Most characters of a manifest in a proposal. */
export const MAX_MANIFEST = 50_000

const ManifestPayload = Schema.parseJson(Schema.Struct({ manifest: Schema.String }))
const TitledPayload = Schema.parseJson(Schema.Struct({ words: Schema.Array(Schema.String) }))

/** The action of a manifest's text, or a sentence that says what is wrong with the text. */
export const manifestAction = (text: string): Either.Either<ProposalAction, string> => {
  if (text.length > MAX_MANIFEST) return Either.left("A manifest can have at most 50,000 characters.")
  if (!isWholeText(text)) return Either.left("This manifest contains characters that cannot be saved.")
  return Either.mapBoth(parseManifest(text), {
    onLeft: (problem) => problem.message,
    onRight: () => actionOf("manifest", { manifest: text })
  })
}

export const manifestTextOf = ({ payload }: Pick<ProposalAction, "payload">): string | null =>
  Either.match(Schema.decodeUnknownEither(ManifestPayload)(payload), {
    onLeft: () => null,
    onRight: ({ manifest }) => manifest
  })

/** `words` of a payload, if the feature that made it added any; otherwise a description of the type. */
const reported = (payload: string, otherwise: string): ReadonlyArray<string> =>
  Either.match(Schema.decodeUnknownEither(TitledPayload)(payload), {
    onLeft: () => [otherwise],
    onRight: ({ words }) => (words.length === 0 ? [otherwise] : words)
  })

export const actionWords = ({ payload, type }: ProposalAction): ReadonlyArray<string> => {
  switch (type) {
    case "settings":
      return settingsWords(payload)
    case "manifest":
      return ["A transaction runs exactly this manifest."]
    case "distribution":
      return reported(payload, "Approves a list of payments with exactly these rows.")
    case "bond":
      return reported(payload, "Approves a bond with exactly these terms.")
  }
}
