import { VerifyField } from "~/components/base/forms/verify-field"
import { Fact } from "~/components/base/parts/fact"
import { LedgerAddress } from "~/components/base/parts/ledger-address"
import { readable } from "~/effects/base/amounts/readable"
import { grouped } from "~/effects/base/text/grouped"
import { inUtc } from "~/effects/base/text/moments"
import type { CheckedCollateral, CollateralReply } from "~/effects/treasury/bonds/secured/CheckedCollateral"

/** Form of /verify that checks from an address on the ledger what secures a bond. */
export function CollateralForm({ reply }: { readonly reply: CollateralReply | null }) {
  return (
    <section className="stack" aria-labelledby="secured-by" id="collateral">
      <h2 id="secured-by">The collateral of a bond</h2>
      <p>
        What is locked for a secured bond, from when its holder can take it, and whether anyone else could before. This
        server reads all of it from the ledger.
      </p>
      <VerifyField
        name="collateral"
        label="Address of the collateral, or a link that has it"
        placeholder="accesscontroller_tdx_2_1…"
        button="Check collateral"
        asked={reply?.asked}
        problem={reply?.kind === "refused" ? reply.message : undefined}
      />
      {reply?.kind === "checked" && <CollateralReport key={reply.asked} found={reply.found} />}
    </section>
  )
}

function CollateralReport({ found }: { readonly found: CheckedCollateral }) {
  const { at, bond, controller, from, holds, stateVersion, verdict } = found
  return (
    <>
      <section className="verdict" data-tone={verdict.tone} aria-labelledby="collateral-verdict">
        <h3 id="collateral-verdict">{verdict.title}</h3>
        <p>{verdict.text}</p>
      </section>
      <dl className="facts">
        <Fact name="Address">
          <LedgerAddress kind="component" address={controller} />
        </Fact>
        <Fact name="In it">
          {holds.length === 0 ? "Nothing" : holds.map(({ amount, name }) => `${readable(amount)} ${name}`).join(", ")}
        </Fact>
        {bond !== null && (
          <>
            <Fact name="Secures">
              Bond {bond.number.replaceAll("#", "")} of <LedgerAddress kind="resource" address={bond.resource} />
            </Fact>
            <Fact name="Its holder now">
              {bond.holder === null ? (
                "The ledger does not say"
              ) : (
                <LedgerAddress kind="account" address={bond.holder} />
              )}
            </Fact>
            <Fact name="Opens">{from === null ? "It is open" : `${inUtc("moment", Date.parse(from))} UTC`}</Fact>
          </>
        )}
        {bond?.termsDigest != null && (
          <Fact name="SHA-256 of the terms">
            <span className="digest" title={bond.termsDigest}>
              {bond.termsDigest.slice(0, 8)}…{bond.termsDigest.slice(-8)}
            </span>
          </Fact>
        )}
        <Fact name="Read on">
          {inUtc("moment", Date.parse(at))} UTC, version {grouped(stateVersion)}
        </Fact>
      </dl>
    </>
  )
}
