/** Rules that a shape cannot express. The schemas and the browser's reader (`wire/read.ts`) share them. */

export interface Rule {
  /** Called with a value of the right shape. */
  readonly holds: (value: never) => boolean
  readonly message: string
}
const rule = <A>(message: string, holds: (value: A) => boolean) => ({ message, holds })

export const KEY = /^[0-9a-f]{64}$/i

export const rules = {
  /** docs/connector.md */
  quantity: rule("The number must be at least 0.", (value: number) => Number.isFinite(value) && value >= 0),
  /** docs/connector.md */
  provenAccounts: rule(
    "missing challenge or proofs",
    ({ challenge, proofs }: { readonly challenge?: string; readonly proofs?: ReadonlyArray<unknown> }) =>
      challenge === undefined ? proofs === undefined : (proofs?.length ?? 0) > 0
  ),
  /** docs/connector.md */
  provenPersona: rule(
    "missing challenge or proof",
    ({ challenge, proof }: { readonly challenge?: string; readonly proof?: object }) =>
      (challenge === undefined) === (proof === undefined)
  ),
  nonEmpty: rule("the text is empty", (value: string) => value !== ""),
  finite: rule("the number is not finite", (value: number) => Number.isFinite(value)),
  /** What a JSON number represents exactly: 53 of the 64 bits of the ledger's discriminator. */
  whole: rule(
    "The numbers of a header must be whole, from 0 to 9007199254740991.",
    (value: number) => Number.isSafeInteger(value) && value >= 0
  ),
  key: rule("not 32 bytes of hex", (value: string) => KEY.test(value))
}
export type RuleName = keyof typeof rules
