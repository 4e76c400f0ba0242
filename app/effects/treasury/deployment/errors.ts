/** Errors of reading or using a community's treasury. */
import { Schema } from "effect"
import { coded } from "~/effects/base/failures/coded"
import { OTHER_RULE } from "./opens"

/** Message for treasuries from which a single badge cannot spend. Pages load this file. */
const protectedMessage = ({ signers, needed }: { readonly needed: number; readonly signers: number }): string =>
  `This treasury needs the approval of ${needed} of ${signers} signers: send them a request.`

/** For actions that need a deployed community (docs/product/treasury.md). */
export class DeployFirst extends coded("DeployFirst", "E-STATE", 409, { message: "Deploy the community first." }) {}

/** The ledger says who holds an admin badge (docs/product/access.md). `action` completes "Only … can". */
export class NotTreasuryHolder extends coded("NotTreasuryHolder", "E-ROLE", 403, {
  fields: {
    name: Schema.String,
    action: Schema.String
  },
  message: ({ action, name }) => `Only holders of an admin badge of ${name} can ${action}.`
}) {}

export class OnlyOwnerDeploys extends coded("OnlyOwnerDeploys", "E-ROLE", 403, {
  fields: { name: Schema.String },
  message: ({ name }) => `Only the owner of ${name} can deploy it.`
}) {}

/**
 * The rule was set outside this site, so a prepared transaction would fail and nobody is asked to sign one
 * (docs/product/multisig.md).
 */
export class OtherRule extends coded("OtherRule", "E-KEEPERS", 409, { message: OTHER_RULE }) {}

/** A single badge can no longer spend from this treasury (docs/product/multisig.md). */
export class HeldBySigners extends coded("HeldBySigners", "E-KEEPERS", 409, {
  fields: {
    needed: Schema.Int,
    signers: Schema.Int
  },
  message: protectedMessage
}) {}
